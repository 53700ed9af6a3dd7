/** Golden rankings over three small repositories: a query, the file that answers it, and the worst rank allowed. */
import { beforeAll, describe, expect, it } from "vitest";
import { search, type SearchableView } from "../../src/retrieval/index.ts";
import { openInlineView, readRepository } from "./inline-view.ts";

type Golden = [query: string, path: string, rank: number];

const GOLDEN: Record<string, Golden[]> = {
  shop: [
    ["OrderService", "src/orders/order-service.ts", 1],
    ["LruCache", "src/cache/lru-cache.ts", 1],
    ["parseCookies", "src/http/middleware/cookies.ts", 1],
    ["Router.dispatch", "src/http/router.ts", 1],
    ["how are requests matched to handlers", "src/http/router.ts", 1],
    ["where are discounts applied to an order", "src/orders/discount-rules.ts", 2],
    ["session loading from cookies", "src/http/middleware/session.ts", 2],
    ["connection pooling", "src/db/connection-pool.ts", 1],
    ["what happens when an order is placed", "src/orders/order-service.ts", 1],
    ["throttling clients that send too many requests", "src/http/middleware/rate-limit.ts", 1],
    ["evict least recently used entries", "src/cache/lru-cache.ts", 1],
    ["fix(payments): refund is charged twice when the provider times out", "src/payments/payment-gateway.ts", 1],
    ["orders: reject addresses without a postal code", "src/orders/address-validator.ts", 1],
    ["retry with exponential pauses", "src/utils/retry.ts", 1],
    ["unit tests for the order service", "tests/order-service.test.ts", 2],
    [
      "Checkout fails with InvalidAddressError\n\n### Describe the bug\nPlacing an order with a five digit postal code fails.\n\n```\nInvalidAddressError: bad postal code 1234 5\n    at validateAddress (src/orders/address-validator.ts:6:52)\n    at OrderService.placeOrder (src/orders/order-service.ts:19:5)\n```\n\n### Environment\n- OS: Linux\n- Node: 20.1.0\n",
      "src/orders/address-validator.ts",
      1,
    ],
  ],
  ledger: [
    ["UnbalancedTransaction", "ledger/journal.py", 1],
    ["parse_amount", "ledger/amounts.py", 1],
    ["currency conversion with daily rates", "ledger/exchange_rates.py", 1],
    ["how are bank statements imported", "ledger/importers/csv_bank.py", 1],
    ["balance report rendering", "ledger/report.py", 1],
    ["command line argument parsing", "ledger/cli.py", 1],
    ["transactions must add up to zero", "ledger/journal.py", 1],
    ["Adding amounts of different currencies raises ValueError", "ledger/amounts.py", 1],
  ],
  relay: [
    ["WriteAheadLog", "internal/storage/wal.go", 1],
    ["how are messages delivered to subscribers", "internal/broker/broker.go", 1],
    ["bounded queue of a subscription", "internal/broker/subscription.go", 1],
    ["loading settings from the environment", "internal/config/config.go", 1],
    ["segment rotation when the log is full", "internal/storage/wal.go", 1],
  ],
};

/** Files that everything uses: they hold many words and answer none of these. */
const NEGATIVE: Record<string, { utilities: string[]; queries: string[] }> = {
  shop: {
    utilities: ["src/utils/logger.ts", "src/utils/strings.ts", "src/index.ts"],
    queries: [
      "request routing",
      "order cancellation and refunds",
      "payment provider errors",
      "session store",
      "database query parameters",
      "customer address check",
      "rate limiting",
      "nightly shipping job",
      "route not found",
    ],
  },
  ledger: {
    utilities: ["ledger/utils.py", "ledger/__init__.py"],
    queries: ["ignored lines in a journal", "no rule for an account", "report of account totals"],
  },
  relay: {
    utilities: ["internal/util/util.go"],
    queries: ["topic subscriptions", "published messages", "segment files", "message delivery"],
  },
};

for (const name of Object.keys(GOLDEN)) {
  describe(`rankings over ${name}`, () => {
    let view: SearchableView;
    beforeAll(async () => {
      view = await openInlineView(readRepository(name));
    });

    it.each(GOLDEN[name]!)("%j finds %s within rank %i", async (query, path, rank) => {
      const paths = (await search(view, query)).hits.map((hit) => hit.path);
      expect(paths.slice(0, rank)).toContain(path);
    });

    it.each(NEGATIVE[name]!.queries)("%j is not answered by a utility that everything uses", async (query) => {
      const top = (await search(view, query)).hits.slice(0, 1).map((hit) => hit.path);
      expect(top).toHaveLength(1);
      expect(NEGATIVE[name]!.utilities).not.toContain(top[0]);
    });
  });
}
