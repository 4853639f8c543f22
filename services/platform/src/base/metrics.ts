import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { withDeadline } from './deadline.js';

/** This process's metrics. Names end in their unit, per Prometheus convention. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

/** A gauge's value, or its values by labels. */
type Samples = number | [labels: Record<string, string>, value: number][];

const readTimeoutMs = 2_000;

/**
 * Creates gauges that each scrape reads together from registered sources, such as databases. A source that fails or
 * doesn't respond within two seconds is left out: a scrape must not fail, and outages have their own metrics.
 * @param gauges help and labels by name
 * @returns a function that registers a source and returns one that removes it
 */
export function measureAtScrape<Source, Name extends string>(
  gauges: Record<Name, { help: string; labelNames?: string[] }>,
  read: (source: Source) => Promise<Record<NoInfer<Name>, Samples>>,
): (source: Source) => () => void {
  const registered = new Set<{ source: Source }>();
  let underWay: Promise<Partial<Record<string, Samples>>[]> | undefined;
  const readAll = () =>
    Promise.all([...registered].map(({ source }) => withDeadline(read(source), readTimeoutMs).catch(() => ({}))));
  for (const [name, { help, labelNames = [] }] of Object.entries<{ help: string; labelNames?: string[] }>(gauges))
    new Gauge({
      name,
      help,
      labelNames,
      registers: [metrics],
      async collect() {
        underWay ??= readAll().finally(() => (underWay = undefined));
        const found = await underWay;
        this.reset();
        for (const { [name]: samples = [] } of found)
          for (const [labels, value] of typeof samples === 'number' ? ([[{}, samples]] as const) : samples)
            this.set(labels, value);
      },
    });
  return (source) => {
    const entry = { source };
    registered.add(entry);
    return () => void registered.delete(entry);
  };
}
