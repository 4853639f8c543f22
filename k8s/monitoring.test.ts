import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Alert rules and dashboard use existing metrics. */

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}
const rules = (parse(read('k8s/monitoring/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(read('k8s/monitoring/grafana-dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

/** Of Prometheus, kube-state-metrics, or prom-client. */
const notOurs = /^(up|kube_\w+|process_\w+|nodejs_\w+)$/;

const ours = new Set(
  ['services', 'gateway/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\/src\/.*\.ts$/.test(file) && !file.includes('node_modules') && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...read(file).matchAll(
        /new (?:Counter|Gauge|Histogram)[^(]*\(\{\s*name: '(\w+)'|(?:gauge\(\s*\[|scrapedGauge\()\s*'(\w+)'/g,
      ),
    ])
    .map(([, name, inGauge]) => name ?? inGauge!),
);

const words = /[a-z_][a-z0-9_]*(?=\{|\[|\)| |$)/g;
const functions = new Set(
  'sum rate max min abs by time topk histogram_quantile le status route provider purpose service queue job pod state method outcome source host kind priority dependency loop'.split(
    ' ',
  ),
);
const metricsOf = (expression: string) =>
  [...expression.replaceAll(/\{[^}]*\}/g, '{').matchAll(words)].map(([word]) => word).filter((w) => !functions.has(w));
const unknown = (expressions: string[]) =>
  expressions
    .flatMap(metricsOf)
    .filter((name) => !notOurs.test(name) && !ours.has(name.replace(/_(bucket|count|sum)$/, '')));

describe('monitoring files', () => {
  it('have alerts only on existing metrics', () => {
    expect(ours.size).toBeGreaterThan(10);
    expect(unknown(rules.map(({ expr }) => expr))).toEqual([]);
  });

  it('have panels only of existing metrics', () => {
    expect(unknown(dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))).toEqual([]);
  });

  it('give every alert a severity and a summary, and the documentation describes the response', () => {
    const manual = read('docs/operations/alerts.md');
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
      expect([alert, manual.includes(alert)]).toEqual([alert, true]);
    }
  });
});
