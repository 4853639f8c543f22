import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cases, installation, breaking, mainOf, services } from './testing/overlay-cases.js';
import { selects } from './testing/manifests.js';
import { runKubectl, haveKubectl, overlays, read } from './testing/render.js';

/** The manifests form a complete installation. */

describe.each(cases)('manifests of the $overlay overlay, as read by $by', ({ overlay, render }) => {
  const { manifests, workloads, deployments, containers, ofKind } = installation(render(overlay));

  it('has every service', () => {
    expect(deployments.map(({ name }) => name).sort()).toEqual(services);
  });

  it('uses only APIs available in Kubernetes 1.32 and the Gateway API', () => {
    const versions: Record<string, string> = {
      ConfigMap: 'v1',
      CronJob: 'batch/v1',
      Deployment: 'apps/v1',
      HorizontalPodAutoscaler: 'autoscaling/v2',
      Gateway: 'gateway.networking.k8s.io/v1',
      HTTPRoute: 'gateway.networking.k8s.io/v1',
      Job: 'batch/v1',
      LimitRange: 'v1',
      Namespace: 'v1',
      NetworkPolicy: 'networking.k8s.io/v1',
      PersistentVolumeClaim: 'v1',
      PodDisruptionBudget: 'policy/v1',
      PriorityClass: 'scheduling.k8s.io/v1',
      ResourceQuota: 'v1',
      SecurityPolicy: 'gateway.envoyproxy.io/v1alpha1',
      Role: 'rbac.authorization.k8s.io/v1',
      RoleBinding: 'rbac.authorization.k8s.io/v1',
      Service: 'v1',
      ServiceAccount: 'v1',
      StatefulSet: 'apps/v1',
    };
    expect(
      breaking(
        manifests,
        ({ kind, apiVersion }) => `${apiVersion} ${kind}`,
        ({ kind, apiVersion }) => versions[kind] === apiVersion,
      ),
    ).toEqual([]);
  });

  it('points every Service at a port of existing pods', () => {
    for (const { metadata, spec } of ofKind('Service')) {
      const labels = spec!.selector as Record<string, string>;
      const behind = workloads.filter(({ pod }) => selects({ matchLabels: labels }, pod.metadata.labels));
      const ports = behind.flatMap((workload) => mainOf(workload).ports?.map(({ name }) => name) ?? []);
      for (const { targetPort } of spec!.ports!)
        expect([metadata.name, ports]).toEqual([metadata.name, expect.arrayContaining([targetPort])]);
    }
  });

  it('takes a backup every night, one at a time, on a separate disk', () => {
    const [nightly] = ofKind('CronJob');
    expect(nightly!.spec).toMatchObject({ schedule: '15 8 * * *', concurrencyPolicy: 'Forbid' });
    const disk = nightly!.spec!.jobTemplate!.spec.template.spec.volumes!.find(({ name }) => name === 'backups');
    expect(disk!.persistentVolumeClaim!.claimName).toBe('backups');
    expect(ofKind('PersistentVolumeClaim').map(({ metadata }) => metadata.name)).toContain('backups');
  });

  it("uses pinned versions only, and doesn't pull existing images", () => {
    expect(
      breaking(
        containers,
        ({ name }) => name,
        ({ container }) =>
          container.imagePullPolicy === 'IfNotPresent' &&
          /:[^/:]+$/.test(container.image) &&
          !container.image.endsWith(':latest'),
      ),
    ).toEqual([]);
  });

  if (overlay !== 'local') {
    it('keeps no data in the cluster by default', () => {
      expect(ofKind('StatefulSet')).toEqual([]);
    });

    it('admits visitors over TLS', () => {
      const { listeners } = ofKind('Gateway')[0]!.spec as unknown as {
        listeners: { name: string; protocol: string; hostname: string; tls?: object }[];
      };
      const { PUBLIC_URL, NODE_ENV } = ofKind('ConfigMap')[0]!.data!;
      const host = new URL(PUBLIC_URL!).host;
      expect(listeners.map(({ protocol, hostname, tls }) => [protocol, hostname, tls !== undefined])).toEqual([
        ['HTTP', host, false],
        ['HTTPS', host, true],
      ]);
      const routes = ofKind('HTTPRoute').map(({ spec }) => spec as unknown as { hostnames: string[] });
      expect(routes.map(({ hostnames }) => hostnames)).toEqual([[host], [host]]);
      expect(PUBLIC_URL).toBe(`https://${host}`);
      expect(NODE_ENV).toBe('production');
    });
  }

  if (overlay === 'cdn')
    it('admits only the CDN, and trusts its client address', () => {
      const web = deployments.find(({ name }) => name === 'web')!;
      const [folder, file] = /^(.+)\/([^/]+)$/
        .exec(mainOf(web).env!.find(({ name }) => name === 'TRUSTED_PROXY_RANGES_FILE')!.value!)!
        .slice(1);
      const mount = mainOf(web).volumeMounts!.find(({ mountPath }) => mountPath === folder)!;
      const volume = web.pod.spec.volumes!.find(({ name }) => name === mount.name)!;
      const visible = ofKind('ConfigMap').find(({ metadata }) => metadata.name === volume.configMap!.name)!;
      const ranges = visible.data![file!]!.split('\n').filter((line) => line && !line.startsWith('#'));
      expect(ranges.length).toBeGreaterThan(0);
      const { authorization } = ofKind('SecurityPolicy')[0]!.spec as unknown as {
        authorization: { defaultAction: string; rules: { principal: { clientCIDRs: string[] } }[] };
      };
      expect(authorization.defaultAction).toBe('Deny');
      expect(authorization.rules.map(({ principal }) => principal.clientCIDRs)).toEqual([ranges]);
    });
});

it('has the programs that the documentation runs in pods, each with its database', () => {
  const root = join(import.meta.dirname, '..');
  const manuals = readdirSync(join(root, 'docs/operations')).map((file) => join(root, 'docs/operations', file));
  const commands = manuals.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/exec deploy\/([\w-]+) -- node dist\/([\w-]+)\.js/g),
  ]);
  expect(commands.map(([, , program]) => program)).toEqual(expect.arrayContaining(['reset-second-factor']));
  const built = readFileSync(join(root, 'scripts/lib/workspaces.mjs'), 'utf8');
  const { deployment } = installation(read('production'));
  for (const [, name, program] of commands) {
    const { image, env } = mainOf(deployment(name!));
    const [, workspace] = /arkansas-weather\/([\w-]+)[:@]/.exec(image)!;
    expect(built).toMatch(new RegExp(`folder: 'services/${workspace}',[^}]*'${program}'`));
    expect(env!.map((variable) => variable.name)).toContain('DATABASE_URL_FILE');
  }
});

if (haveKubectl)
  it.each(overlays)('renders the %s overlay like kubectl', (overlay) => {
    expect(read(overlay)).toEqual(runKubectl(overlay));
  });
