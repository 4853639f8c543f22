import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { partsOf, postgresConnections } from '../testing/connections.js';
import { extensions, installation, mebibytes, millicores, withDatabase } from '../testing/overlay-cases.js';
import { selects, type Manifest } from '../testing/manifests.js';
import { runKubectl, clusterWide, components, haveKubectl, read } from '../testing/render.js';

/** Components (k8s/experimental) on the production overlay. */

interface PostgresCluster {
  instances: number;
  postgresql: { synchronous: object; parameters: Record<string, string> };
  bootstrap: { initdb: { database: string; postInitApplicationSQLRefs: { secretRefs: object[] } } };
  affinity: object;
  resources: { requests: Record<string, string> };
}

const postgresOf = (manifests: Manifest[]) =>
  manifests
    .filter(({ apiVersion }) => apiVersion === 'postgresql.cnpg.io/v1')
    .map(({ spec }) => spec as unknown as PostgresCluster);

const manual = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');

it.each([...components, 'pushgateway'])('%s is labeled as experimental', (name) => {
  const label = '# Experimental: has never run on a cluster.\n';
  expect(readFileSync(join(import.meta.dirname, name, 'kustomization.yaml'), 'utf8').startsWith(label)).toBe(true);
});

it.each(components)('the documentation describes how to add the component %s', (name) => {
  expect(manual).toContain(`\`k8s/experimental/${name}\``);
});

if (haveKubectl)
  it.each([...components.map((name) => [name]), [...components]])(
    'renders production with %s like kubectl',
    (...added) => {
      expect(read('production', added)).toEqual(runKubectl('production', added));
    },
  );

describe.each(extensions)('production overlay with $added, as read by $by', ({ added, render }) => {
  const manifests = render();
  const { deployments, deployment, workloads, ofKind } = installation(manifests);

  it('keeps everything in its namespace', () => {
    const namespaces = manifests.filter(({ kind }) => !clusterWide.has(kind)).map(({ metadata }) => metadata.namespace);
    expect(new Set(namespaces)).toEqual(new Set(['arkansas-weather']));
  });

  it('has one autoscaler or a fixed replica count per workload, never both', () => {
    const scaled = [...ofKind('HorizontalPodAutoscaler'), ...ofKind('ScaledObject')].map(
      ({ spec }) => spec!.scaleTargetRef!.name,
    );
    expect(new Set(scaled).size).toBe(scaled.length);
    for (const name of scaled) expect([name, deployment(name).spec.replicas]).toEqual([name, undefined]);
    for (const { name, spec } of deployments)
      expect([name, scaled.includes(name) || spec.replicas! >= 2]).toEqual([name, true]);
  });

  it('stays within the namespace quota', () => {
    const { hard } = ofKind('ResourceQuota')[0]!.spec as unknown as { hard: Record<string, string> };
    const most = new Map(partsOf(manifests).map((part) => [part.name, part.max + 1]));
    const asking = [
      ...workloads
        .filter(({ kind }) => kind !== 'CronJob')
        .flatMap((each) =>
          each.pod.spec.containers.map(({ resources }) => ({
            requests: resources!.requests!,
            times: most.get(each.name) ?? each.spec.replicas ?? 1,
          })),
        ),
      // One more joins during a replacement.
      ...postgresOf(manifests).map(({ instances, resources }) => ({
        requests: resources.requests,
        times: instances + 1,
      })),
    ];
    const sum = (of: (requests: Record<string, string>) => number) =>
      asking.reduce((all, { requests, times }) => all + of(requests) * times, 0);
    expect(sum(({ cpu }) => millicores(cpu!))).toBeLessThanOrEqual(millicores(hard['requests.cpu']!));
    expect(sum(({ memory }) => mebibytes(memory!))).toBeLessThanOrEqual(mebibytes(hard['requests.memory']!));
    expect(sum(() => 1)).toBeLessThanOrEqual(Number(hard['pods']));
    const claims =
      ofKind('PersistentVolumeClaim').length +
      workloads.flatMap(({ pod }) => pod.spec.volumes ?? []).filter((volume) => 'ephemeral' in volume).length +
      // Data and WAL.
      postgresOf(manifests).reduce((all, { instances }) => all + 2 * (instances + 1), 0);
    expect(claims).toBeLessThanOrEqual(Number(hard['persistentvolumeclaims']));
  });

  if (added.includes('keda'))
    it('needs no more Postgres connections than documented', () => {
      const [, most] = /`max_connections` of (\d+)/.exec(manual)!;
      expect(postgresConnections(partsOf(manifests))).toBeLessThanOrEqual(Number(most));
    });

  if (added.includes('cloudnative-pg')) {
    const [cluster] = postgresOf(manifests);

    it('keeps every acknowledged write on two machines', () => {
      expect(cluster).toMatchObject({
        instances: 3,
        postgresql: { synchronous: { method: 'any', number: 1, dataDurability: 'required', failoverQuorum: true } },
        affinity: { podAntiAffinityType: 'required', topologyKey: 'kubernetes.io/hostname' },
      });
    });

    it('accepts the connections of all processes together', () => {
      const most = Number(cluster!.postgresql.parameters['max_connections']);
      expect(postgresConnections(partsOf(manifests))).toBeLessThanOrEqual(most);
    });

    it('admits only its clients to its instances', () => {
      const instance = { 'cnpg.io/cluster': 'postgres' };
      const policies = ofKind('NetworkPolicy').map(({ spec }) => spec!);
      const open = policies.filter(
        ({ podSelector, ingress }) => podSelector?.matchLabels && selects(podSelector, instance) && ingress,
      );
      const mayCome = open.flatMap(({ ingress }) =>
        ingress!
          .filter(({ ports }) => ports!.some(({ port }) => port === 5432))
          .flatMap(({ from }) => from!.flatMap(({ podSelector }) => (podSelector ? [podSelector] : []))),
      );
      const mayGo = (labels: Record<string, string>) =>
        policies.some(
          ({ podSelector, egress = [] }) =>
            selects(podSelector!, labels) &&
            egress.some(({ to = [] }) =>
              to.some((peer) => peer.podSelector?.matchLabels && selects(peer.podSelector, instance)),
            ),
        );
      const reaching = deployments.filter(({ pod: { metadata } }) => mayGo(metadata.labels));
      expect(reaching.map(({ name }) => name)).toEqual(withDatabase);
      for (const { pod } of reaching)
        expect(mayCome.some((selector) => selects(selector, pod.metadata.labels))).toBe(true);
    });
  }

  if (added.includes('keda'))
    it('scales workers by the age of the oldest waiting job in their queue', () => {
      const [, metric] = /\b(queue_oldest\w+):/.exec(
        readFileSync(join(import.meta.dirname, '../../services/platform/src/jobs/queue-state.ts'), 'utf8'),
      )!;
      const queueOf: Record<string, string> = { worker: 'mail', 'picture-worker': 'moderation' };
      const objects = ofKind('ScaledObject').map(({ spec }) => spec!);
      expect(objects.map(({ scaleTargetRef }) => scaleTargetRef!.name).sort()).toEqual(Object.keys(queueOf).sort());
      for (const { scaleTargetRef, triggers } of objects) {
        const [trigger, ...others] = triggers!;
        expect(others).toEqual([]);
        expect(trigger).toMatchObject({ type: 'prometheus', metadata: { ignoreNullValues: 'false' } });
        expect(trigger!.metadata['query']).toBe(
          `max(${metric!}{namespace="arkansas-weather",queue="${queueOf[scaleTargetRef!.name]!}"})`,
        );
      }
    });
});
