/** Counters in Prometheus' text format. Label values are our own words, never a caller's. */
interface Series {
  help: string;
  values: Map<string, number>;
}

export class Metrics {
  readonly #series = new Map<string, Series>();
  readonly #gauges: { name: string; help: string; read: () => number }[] = [];

  /** Read when the metrics are asked for. */
  gauge(name: string, help: string, read: () => number): void {
    this.#gauges.push({ name, help, read });
  }

  add(name: string, help: string, labels: Readonly<Record<string, string>>, amount = 1): void {
    let series = this.#series.get(name);
    if (!series) {
      series = { help, values: new Map() };
      this.#series.set(name, series);
    }
    const key = Object.entries(labels)
      .map(([label, value]) => `${label}="${value}"`)
      .join(",");
    series.values.set(key, (series.values.get(key) ?? 0) + amount);
  }

  text(): string {
    const lines: string[] = [];
    for (const { name, help, read } of this.#gauges)
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${typeOf(name)}`, `${name} ${read()}`);
    for (const [name, { help, values }] of [...this.#series].sort(([a], [b]) => (a < b ? -1 : 1))) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${typeOf(name)}`);
      for (const [labels, value] of [...values].sort(([a], [b]) => (a < b ? -1 : 1)))
        lines.push(`${name}{${labels}} ${Number(value.toFixed(6))}`);
    }
    return `${lines.join("\n")}\n`;
  }
}

function typeOf(name: string): "counter" | "gauge" {
  return name.endsWith("_total") ? "counter" : "gauge";
}
