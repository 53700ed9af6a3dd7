/**
 * A limit of CPU time of this process. Wall time would make facts depend on how busy the machine is; asking for
 * CPU time at every callback would cost more than it saves, so the clock is asked first.
 */
export class CpuDeadline {
  private readonly startCpu = cpuMs();
  private nextLook: number;

  constructor(private readonly limitMs: number) {
    this.nextLook = Date.now() + limitMs;
  }

  /** True from the moment on when this process used `limitMs` since the deadline was made. */
  isPast(): boolean {
    const now = Date.now();
    if (now < this.nextLook) return false;
    const left = this.limitMs - (cpuMs() - this.startCpu);
    if (left <= 0) return true;
    // One busy core cannot use the rest in less time than this.
    this.nextLook = now + Math.max(1, left);
    return false;
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
