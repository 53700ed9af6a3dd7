/**
 * A limit of CPU time of this process. Wall time would make facts depend on how busy the machine is; asking for
 * CPU time per file or callback costs more than it saves (a tenth of a millisecond on some systems), so the clock is
 * asked first and an earlier answer serves as the start.
 */
const SAMPLE_EVERY_MS = 500;
let sample = { wallMs: Number.NEGATIVE_INFINITY, cpuMs: 0 };

export class CpuDeadline {
  readonly #startCpuMs: number;
  #nextLook: number;
  readonly #limitMs: number;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    const now = performance.now();
    if (now - sample.wallMs > SAMPLE_EVERY_MS) sample = { wallMs: now, cpuMs: cpuMs() };
    // At most what one busy thread used since the sample: the limit may come a little later, never earlier.
    this.#startCpuMs = sample.cpuMs + (now - sample.wallMs);
    this.#nextLook = now + limitMs;
  }

  /** True from the moment on when this process used `limitMs` since the deadline was made. */
  isPast(): boolean {
    const now = performance.now();
    if (now < this.#nextLook) return false;
    const left = this.#limitMs - (cpuMs() - this.#startCpuMs);
    if (left <= 0) return true;
    // One busy core cannot use the rest in less time than this.
    this.#nextLook = now + Math.max(1, left);
    return false;
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
