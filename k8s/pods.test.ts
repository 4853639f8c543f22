import { clusterWide } from './testing/render.js';
import {
  cases,
  installation,
  breaking,
  isProjectImage,
  mainOf,
  mebibytes,
  prerequisites,
  services,
  type Workload,
} from './testing/overlay-cases.js';

/** Permissions and resources of pods. */

describe.each(cases)('pods of the $overlay overlay, as read by $by', ({ overlay, render }) => {
  const { manifests, workloads, deployments, containers, ofKind, deployment } = installation(render(overlay));

  it('lets stores, their set-up and migrations run on a full node, where new pods wait for them', () => {
    const classes = new Map(
      manifests.flatMap(({ kind, metadata, value }) => (kind === 'PriorityClass' ? [[metadata.name, value!]] : [])),
    );
    const priorityOf = ({ pod }: Workload) => classes.get(pod.spec.priorityClassName ?? '') ?? 0;
    const first = prerequisites(manifests);
    const others = workloads.map(priorityOf);
    expect(first.map(({ name }) => name)).toEqual(expect.arrayContaining(['migrations']));
    expect(new Set(first.map(priorityOf))).toEqual(new Set([Math.max(...others)]));
    expect(others.filter((priority) => priority === 0)).toHaveLength(workloads.length - first.length);
  });

  it('puts everything into one namespace, which admits only restricted pods', () => {
    const namespaced = manifests.filter(({ kind }) => !clusterWide.has(kind));
    expect(new Set(namespaced.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['arkansas-weather']));
    expect(ofKind('Namespace')[0]!.metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
      'pod-security.kubernetes.io/warn': 'restricted',
      'pod-security.kubernetes.io/audit': 'restricted',
    });
  });

  it('runs nothing as root', () => {
    expect(
      breaking(
        workloads,
        ({ name }) => name,
        ({ pod }) =>
          pod.spec.securityContext?.runAsNonRoot === true &&
          pod.spec.securityContext.seccompProfile?.type === 'RuntimeDefault',
      ),
    ).toEqual([]);
    const oursAsOthers = workloads.filter(
      (workload) => isProjectImage(mainOf(workload)) && !(workload.pod.spec.securityContext!.runAsUser! >= 10_000),
    );
    expect(oursAsOthers.map(({ name }) => name)).toEqual([]);
  });

  it('gives no container capabilities, privilege escalation or a writable root file system', () => {
    expect(
      breaking(
        containers,
        ({ name }) => name,
        ({ container: { securityContext } }) =>
          securityContext?.allowPrivilegeEscalation === false &&
          securityContext.readOnlyRootFilesystem === true &&
          securityContext.capabilities?.drop?.join() === 'ALL' &&
          securityContext.capabilities.add === undefined,
      ),
    ).toEqual([]);
  });

  it('limits the size of every scratch folder', () => {
    const folders = workloads.flatMap(({ name, pod }) =>
      (pod.spec.volumes ?? []).flatMap((volume) =>
        volume.emptyDir ? [{ name: `${name}/${volume.name}`, size: volume.emptyDir.sizeLimit }] : [],
      ),
    );
    expect(folders.length).toBeGreaterThan(services.length);
    expect(folders.filter(({ size }) => !size)).toEqual([]);
  });

  it('has room for 200 uploads of 10 MiB in front of the gateway', () => {
    const cache = deployment('web').pod.spec.volumes!.find(({ name }) => name === 'cache');
    expect(mebibytes(cache!.emptyDir!.sizeLimit!)).toBeGreaterThanOrEqual(2_000 + 512 + 2_048);
  });

  it('gives every workload its own service account, and pods no token', () => {
    const accounts = new Map(
      ofKind('ServiceAccount').map(({ metadata, automountServiceAccountToken }) => [
        metadata.name,
        automountServiceAccountToken,
      ]),
    );
    expect([...accounts.values()].every((automount) => automount === false)).toBe(true);
    expect(
      breaking(
        workloads,
        ({ name }) => name,
        ({ pod }) => accounts.has(pod.spec.serviceAccountName ?? ''),
      ),
    ).toEqual([]);
    expect(new Set(deployments.map(({ pod }) => pod.spec.serviceAccountName)).size).toBe(deployments.length);
    const withToken = workloads.filter(({ pod }) => pod.spec.automountServiceAccountToken !== false);
    // Pods for a local installation's secrets use the API.
    expect(withToken.map(({ name }) => name)).toEqual(overlay === 'local' ? ['renew-certificates', 'secrets'] : []);
    expect(ofKind('Role').length + ofKind('ClusterRole').length).toBe(overlay === 'local' ? 1 : 0);
  });

  it('sets resource requests of every container: memory equal to its limit, CPU as a minimum', () => {
    expect(
      breaking(
        containers,
        ({ name }) => name,
        ({ container: { resources } }) =>
          resources?.requests?.['memory'] !== undefined &&
          resources.requests['memory'] === resources.limits?.['memory'] &&
          resources.requests['cpu'] !== undefined &&
          resources.limits['cpu'] === undefined,
      ),
    ).toEqual([]);
  });

  it("sets Node's heap limit to a share of the memory", () => {
    const nodes = deployments.filter(({ name }) => name !== 'web');
    const shares = nodes.map((workload) => {
      const option = mainOf(workload).env!.find(({ name }) => name === 'NODE_OPTIONS')!.value!;
      return [
        workload.name,
        Number(option.split('=')[1]) / mebibytes(mainOf(workload).resources!.limits!['memory']!),
      ] as const;
    });
    // The picture worker shares its memory with its decoders.
    for (const [name, share] of shares) expect([name, share]).toEqual([name, name === 'picture-worker' ? 0.3 : 0.75]);
  });

  it('has a quota for the namespace', () => {
    expect(ofKind('ResourceQuota')).toHaveLength(1);
    expect(ofKind('LimitRange')).toHaveLength(1);
  });
});
