import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readComposeFiles } from '../scripts/lib/compose-files.mjs';
import { installation } from './testing/overlay-cases.js';
import { read as readOverlay } from './testing/render.js';

/** Alert rules and dashboard use existing metrics. */

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Rule {
  /** Either this or `alert`. */
  record?: string;
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}
const everything = (parse(read('k8s/monitoring/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const rules = everything.filter(({ record }) => !record);
const records = new Set(everything.flatMap(({ record }) => record ?? []));
const dashboard = JSON.parse(read('k8s/monitoring/grafana-dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

/** Of Prometheus, the exporters, the kubelet, or prom-client. */
const nonRequestPattern = /^(up|nginx_up|node_filesystem_\w+|kubelet_volume_\w+|process_\w+|nodejs_\w+)$/;

const serverVersion = new Set(
  ['services', 'gateway/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\/src\/.*\.ts$/.test(file) && !file.includes('node_modules') && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...read(file).matchAll(
        /new (?:Counter|Gauge|Histogram)[^(]*\(\{\s*name: '(\w+)'|scrapedGauge\(\s*'(\w+)'|(\w+): \{\s*help: /g,
      ),
    ])
    .map(([, ...names]) => names.find((name) => name !== undefined)!)
    .concat(
      readdirSync(join(root, 'scripts/backup'))
        .filter((file) => file.endsWith('.mjs'))
        .flatMap((file) => [...read(`scripts/backup/${file}`).matchAll(/^ +(backup_\w+): /gm)])
        .map(([, name]) => name!),
    ),
);

const words = /[a-z_][a-z0-9_:]*(?=\{|\[|\)| |$)/g;
const functions = new Set(
  'absent increase or and instance device persistentvolumeclaim sum rate max min abs by time topk histogram_quantile le status route provider purpose service queue job pod state method outcome source host kind priority dependency loop'.split(
    ' ',
  ),
);
const metricsOf = (expression: string) =>
  [...expression.replaceAll(/\{[^}]*\}/g, '{').matchAll(words)].map(([word]) => word).filter((w) => !functions.has(w));
const unknown = (expressions: string[]) =>
  expressions
    .flatMap(metricsOf)
    .filter(
      (name) =>
        !nonRequestPattern.test(name) &&
        !records.has(name) &&
        !serverVersion.has(name.replace(/_(bucket|count|sum)$/, '')),
    );

describe('monitoring files', () => {
  it('need no labels that only Kubernetes adds', () => {
    const visible = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const expressions = [...everything.map(({ expr }) => expr), ...visible];
    const selectors = expressions.flatMap((expr) => [...expr.matchAll(/\{([^}]*)\}/g)].map(([, text]) => text!));
    expect(selectors.filter((text) => /\b(namespace|pod|container)\b/.test(text))).toEqual([]);
    // Grouping by it alone merges all processes, naming it alone leaves a gap.
    expect(expressions.filter((expr) => /by \(pod\)/.test(expr))).toEqual([]);
    const content = rules.map(({ annotations }) =>
      annotations.summary.replaceAll('or $labels.pod $labels.instance', ''),
    );
    expect(content.filter((text) => text.includes('$labels.pod'))).toEqual([]);
    for (const { expr } of rules.filter(({ annotations }) => annotations.summary.includes('$labels.pod')))
      expect(expr).toMatch(/^up\{|by \(instance, pod/);
  });

  it('are a summary per alert and nothing else', () => {
    // An unquoted comma splits a summary in two; Prometheus then loads no rule at all.
    const other = rules.filter(({ annotations }) => Object.keys(annotations).join() !== 'summary');
    expect(other.map(({ alert }) => alert)).toEqual([]);
  });

  it('are what compose loads, and it scrapes every process', () => {
    const { services: containers } = readComposeFiles<{
      profiles?: string[];
      volumes?: string[];
      healthcheck?: { test?: string[] };
    }>();
    const { scrape_configs: jobs } = parse(read('scripts/compose/monitoring/prometheus.yml')) as {
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
    };
    const targets = (name: string) =>
      jobs.find(({ job_name }) => job_name === name)!.static_configs.flatMap((config) => config.targets);
    const processes = Object.entries(containers)
      .filter(([, { healthcheck }]) => healthcheck?.test?.includes('/readyz'))
      .map(([name]) => `${name}:9464`);
    expect(targets('arkansas-weather').sort()).toEqual(processes.sort());
    const others = ['nginx', 'node', 'pushgateway'].flatMap((name) => targets(name).map((one) => one.split(':')[0]!));
    for (const name of [...others, 'grafana', 'prometheus'])
      expect([name, containers[name]?.profiles]).toEqual([name, ['monitoring']]);
    const mounted = [...containers['prometheus']!.volumes!, ...containers['grafana']!.volumes!];
    const files = mounted.flatMap((volume) => /^\.\/([^:]+):/.exec(volume)?.[1] ?? []);
    expect(files).toContain('k8s/monitoring/alerts.yaml');
    expect(files).toContain('k8s/monitoring/grafana-dashboard.json');
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('are scraped on Kubernetes by ports that exist', () => {
    const manifests = readOverlay('production', ['monitoring']);
    const monitored = manifests.find(({ kind }) => kind === 'PodMonitor')!.spec as unknown as {
      podMetricsEndpoints: { port: string }[];
    };
    const { deployments, ofKind } = installation(manifests);
    const withPort = (name: string) =>
      deployments.filter(({ pod }) =>
        [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].some(({ ports = [] }) =>
          ports.some((port) => port.name === name),
        ),
      );
    expect(monitored.podMetricsEndpoints.map(({ port }) => port)).toEqual(['metrics']);
    expect(withPort('metrics')).toHaveLength(deployments.length - 1);
    expect(withPort('nginx-metrics').map(({ name }) => name)).toEqual(['web']);
    const opened = ofKind('NetworkPolicy').flatMap(({ spec }) => spec!.ingress ?? []);
    for (const port of [9464, 9113])
      expect(opened.some(({ ports = [] }) => ports.some((one) => one.port === port))).toBe(true);
  });

  it('notice a backup and a rehearsal that never ran', () => {
    for (const name of ['BackupIsMissing', 'RestoreRehearsalIsMissing'])
      expect(rules.find(({ alert }) => alert === name)!.expr).toMatch(
        /^absent\((\w+)\) or time\(\) - max\(\1\) > \d+$/,
      );
  });

  it('have alerts only on existing metrics', () => {
    expect(serverVersion.size).toBeGreaterThan(10);
    expect(unknown(everything.map(({ expr }) => expr))).toEqual([]);
  });

  it('have panels only of existing metrics', () => {
    expect(unknown(dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))).toEqual([]);
  });

  it('give every alert a severity and a summary, and the documentation describes the response', () => {
    const manual = read('docs/operations/alerts.md');
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'ticket', 'heartbeat']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
      expect([alert, manual.includes(alert)]).toEqual([alert, true]);
    }
  });
});
