/** `clew install` and `clew uninstall` for whoever calls: choose clients, plan, and carry out unless it is a trial. */
import { AppError } from "../core/errors.ts";
import { applyPlan } from "./apply.ts";
import { CLIENTS, type Client, isUsedHere, type Launch, type Scope, type Surroundings } from "./clients.ts";
import { INSTALL_ERRORS } from "./errors.ts";
import { checkLaunch, chooseLaunch, type Installation, type Reach } from "./launch.ts";
import { Ledger } from "./ledger.ts";
import { type Plan, planInstall, planUninstall } from "./plan.ts";

export interface InstallOptions {
  /** Ids of clients; empty: those that are used here. */
  clients: readonly string[];
  scope: Scope;
  withInstructions: boolean;
  reach: Reach;
  isDryRun: boolean;
}

export interface InstallResult {
  plan: Plan;
  clients: readonly Client[];
  launch: Launch;
}

/** `clewHome`: where clew keeps what is its own. */
export function install(
  options: InstallOptions,
  around: Surroundings,
  installation: Installation,
  clewHome: string,
): InstallResult {
  const clients = options.clients.length > 0 ? clientsNamed(options.clients) : detectClients(around);
  if (clients.length === 0) {
    throw new AppError("INSTALL_NO_CLIENT", "no client was found on this machine", {
      hint: `${INSTALL_ERRORS.INSTALL_NO_CLIENT} Known: ${CLIENTS.map((client) => client.id).join(", ")}.`,
    });
  }
  const launch = chooseLaunch(options.scope, options.reach, installation);
  const ledger = new Ledger(clewHome);
  const { scope, withInstructions } = options;
  const plan = planInstall({ clients, around, ledger }, { scope, launch, withInstructions });
  if (!options.isDryRun && plan.changes.length > 0) {
    checkLaunch(launch, installation.env);
    applyPlan(plan, ledger);
  }
  return { plan, clients, launch };
}

export function uninstall(
  options: { clients: readonly string[]; scopes: readonly Scope[]; isDryRun: boolean },
  around: Surroundings,
  clewHome: string,
): Plan {
  const clients = options.clients.length > 0 ? clientsNamed(options.clients) : CLIENTS;
  const ledger = new Ledger(clewHome);
  const plan = planUninstall({ clients, around, ledger }, options.scopes);
  if (!options.isDryRun) applyPlan(plan, ledger);
  return plan;
}

export function detectClients(around: Surroundings): Client[] {
  return CLIENTS.filter((client) => isUsedHere(client, around));
}

function clientsNamed(ids: readonly string[]): Client[] {
  return [...new Set(ids)].map((id) => {
    const client = CLIENTS.find((one) => one.id === id);
    if (client) return client;
    throw new AppError("INSTALL_CLIENT_UNKNOWN", `no client is called ${id.slice(0, 100)}`, {
      hint: `known: ${CLIENTS.map((one) => one.id).join(", ")}`,
    });
  });
}
