import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { partsOf, postgresConnections } from './testing/connections.js';
import {
  cases,
  installation,
  mainOf,
  mebibytes,
  millicores,
  prerequisites,
  withDatabase,
  type Workload,
} from './testing/overlay-cases.js';

/** Resources with all autoscalers at their maximum and one extra pod each, as in a rollout. */

describe.each(cases)('capacity of the $overlay overlay, as read by $by', ({ overlay, render }) => {
  const manifests = render(overlay);
  const { deployments, workloads, ofKind } = installation(manifests);
  const most = ({ name, spec }: Workload) =>
    (ofKind('HorizontalPodAutoscaler').find((each) => each.spec!.scaleTargetRef!.name === name)?.spec!.maxReplicas ??
      spec.replicas!) + 1;

  it('has enough Postgres connections for all processes', () => {
    const parts = partsOf(manifests);
    const requested = postgresConnections(parts);
    const postgres = workloads.find(({ name }) => name === 'postgres');
    // Otherwise set where Postgres runs (docs/operations/scale.md).
    const there = postgres ? Number(/max_connections=(\d+)/.exec(mainOf(postgres).args!.join(' '))![1]) : 420;
    expect(parts.filter(({ pool }) => pool > 0).map(({ name }) => name)).toEqual(withDatabase);
    expect(requested).toBeLessThanOrEqual(there);
  });

  it('stays within the namespace quota', () => {
    const { hard } = ofKind('ResourceQuota')[0]!.spec as unknown as { hard: Record<string, string> };
    const sum = (of: (workload: Workload) => number) =>
      workloads
        .filter(({ kind }) => kind !== 'CronJob')
        .reduce((all, each) => all + of(each) * (each.kind === 'Deployment' ? most(each) : 1), 0);
    const requests = (name: string, read: (quantity: string) => number) => (each: Workload) =>
      each.pod.spec.containers.reduce((all, { resources }) => all + read(resources!.requests![name]!), 0);
    expect(sum(requests('cpu', millicores))).toBeLessThanOrEqual(millicores(hard['requests.cpu']!));
    expect(sum(requests('memory', mebibytes))).toBeLessThanOrEqual(mebibytes(hard['requests.memory']!));
    expect(sum(() => 1)).toBeLessThanOrEqual(Number(hard['pods']));
  });

  it('starts its stores and migrates on a node with 2 processors and 4 GiB, even if the rest has no room', () => {
    const sum = (name: string, read: (quantity: string) => number) =>
      prerequisites(manifests)
        .flatMap(({ pod }) => pod.spec.containers)
        .reduce((all, { resources }) => all + read(resources!.requests![name]!), 0);
    expect(sum('cpu', millicores)).toBeLessThanOrEqual(2_000);
    expect(sum('memory', mebibytes)).toBeLessThanOrEqual(4 * 1_024);
  });

  if (overlay === 'local')
    it('fits on the minimum documented cluster, with the largest pod twice and every job running', () => {
      const manual = readFileSync(join(import.meta.dirname, '../docs/operations/kubernetes.md'), 'utf8');
      const [, processors, memory] = /It needs (\d+) processors and (\d+) GiB of memory/.exec(manual)!;
      const requested = (name: string, read: (quantity: string) => number) => {
        const each = workloads.map((workload) => ({
          kind: workload.kind,
          of: [
            ...workload.pod.spec.containers,
            ...(workload.pod.spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always'),
          ].reduce((all, { resources }) => all + read(resources!.requests![name]!), 0),
        }));
        const maxSize = Math.max(...each.filter(({ kind }) => kind === 'Deployment').map(({ of }) => of));
        return each.reduce((all, { of }) => all + of, maxSize);
      };
      expect(deployments.every(({ spec }) => (spec.replicas ?? 1) === 1)).toBe(true);
      expect(requested('cpu', millicores)).toBeLessThanOrEqual(Number(processors) * 1_000);
      expect(requested('memory', mebibytes)).toBeLessThanOrEqual(Number(memory) * 1_024);
    });
});
