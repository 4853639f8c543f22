import { cases, installation, breaking, mainOf, millicores, services, withDatabase } from './testing/overlay-cases.js';
import { selects } from './testing/manifests.js';

/** The site stays up while pods come and go. */

describe.each(cases)('roll-out of the $overlay overlay, as read by $by', ({ overlay, render }) => {
  const { workloads, deployments, ofKind, deployment } = installation(render(overlay));

  it('has startup, readiness and liveness probes, and the liveness probe ignores dependencies', () => {
    for (const workload of deployments) {
      const { startupProbe, readinessProbe, livenessProbe } = mainOf(workload);
      const ready = workload.name === 'web' ? '/healthz' : '/readyz';
      expect([workload.name, startupProbe?.httpGet?.path]).toEqual([workload.name, '/healthz']);
      expect([workload.name, readinessProbe?.httpGet?.path]).toEqual([workload.name, ready]);
      expect([workload.name, livenessProbe?.httpGet?.path]).toEqual([workload.name, '/healthz']);
      expect(startupProbe!.periodSeconds! * startupProbe!.failureThreshold!).toBe(120);
    }
  });

  it('gives a pod time to stop: until clients have left, 30 s to drain, and some to spare', () => {
    for (const { pod, ...workload } of deployments) {
      const service = ofKind('Service').find(({ metadata }) => metadata.name === workload.name);
      // Name servers cache the addresses of a headless Service for up to 30 s (CoreDNS).
      const leavingSeconds = service?.spec?.clusterIP === 'None' ? 35 : 10;
      expect([workload.name, mainOf({ pod, ...workload }).lifecycle?.preStop?.sleep?.seconds]).toEqual([
        workload.name,
        leavingSeconds,
      ]);
      expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(leavingSeconds + 35);
    }
  });

  it('replaces pods one by one, starting the new one first', () => {
    for (const { spec } of deployments)
      expect(spec.strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } });
  });

  it('spreads every service over zones and machines', () => {
    for (const { name, pod } of deployments) {
      const constraints = pod.spec.topologySpreadConstraints ?? [];
      expect([name, constraints.map(({ topologyKey }) => topologyKey)]).toEqual([
        name,
        ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'],
      ]);
      expect(constraints.every(({ labelSelector }) => selects(labelSelector, pod.metadata.labels))).toBe(true);
    }
  });

  it('allows one pod of each to be evicted at a time, so that any node can be drained', () => {
    for (const { name, pod } of deployments) {
      const budgets = ofKind('PodDisruptionBudget').filter(({ spec }) => selects(spec!.selector!, pod.metadata.labels));
      expect([name, budgets.map(({ spec }) => spec!.maxUnavailable)]).toEqual([name, [1]]);
    }
  });

  it('autoscales public reads by CPU time, and sets no fixed replica count', () => {
    const scaled = ofKind('HorizontalPodAutoscaler').map(({ spec }) => spec!);
    expect(scaled.map(({ scaleTargetRef }) => scaleTargetRef!.name)).toEqual(
      expect.arrayContaining(['content', 'gateway', 'weather-proxy', 'web']),
    );
    for (const { scaleTargetRef, metrics } of scaled) {
      const workload = deployment(scaleTargetRef!.name);
      const [target] = metrics!.map(({ resource }) => millicores(resource!.target.averageValue!));
      // A pod uses up to a third of a CPU while warming up.
      expect(target).toBeGreaterThanOrEqual(300);
      if (overlay !== 'local') expect(millicores(mainOf(workload).resources!.requests!['cpu']!)).toBe(target);
      expect(deployment(scaleTargetRef!.name).spec.replicas).toBeUndefined();
    }
  });

  if (overlay !== 'local')
    it('runs at least two replicas of everything', () => {
      const min = (name: string) =>
        ofKind('HorizontalPodAutoscaler').find(({ spec }) => spec!.scaleTargetRef!.name === name)?.spec!.minReplicas ??
        deployment(name).spec.replicas!;
      expect(
        breaking(
          services,
          (name) => name,
          (name) => min(name) >= 2,
        ),
      ).toEqual([]);
    });

  it('migrates every schema in one Job, which pods with a database wait for', () => {
    const job = workloads.find(({ kind, name }) => kind === 'Job' && name === 'migrations')!;
    expect(job.spec.ttlSecondsAfterFinished).toBeGreaterThan(0);
    expect(job.pod.spec.containers.map(({ name }) => name)).toEqual([
      'auth',
      'content',
      'submissions',
      'weather-proxy',
      'notifications',
    ]);
    for (const container of job.pod.spec.containers) expect(container.args).toEqual(['dist/migrate.js']);
    const waiting = deployments.filter(({ pod }) =>
      (pod.spec.initContainers ?? []).some(({ args }) => args?.join() === '/app/wait-for-migrations.mjs'),
    );
    expect(waiting.map(({ name }) => name)).toEqual(withDatabase);
    const usingDatabase = deployments.filter((workload) =>
      mainOf(workload).env?.some(({ name }) => name === 'DATABASE_URL_FILE'),
    );
    expect(usingDatabase.map(({ name }) => name)).toEqual(withDatabase);
  });
});
