import { completeSecrets, consumers } from '../scripts/compose/secrets.mjs';
import { cases, installation, services } from './testing/installation.js';

/** Which process reads which secret. */

describe.each(cases)('the secrets of the $overlay overlay, as read by $by', ({ overlay, render }) => {
  const { workloads, deployments, containers, ofKind } = installation(render(overlay));

  it('has no secret in it: they are files, of Secrets that are made elsewhere', () => {
    expect(ofKind('Secret')).toEqual([]);
    const values = containers.flatMap(({ name, container }) =>
      (container.env ?? []).map((variable) => ({ name: `${name} ${variable.name}`, variable })),
    );
    const telling = values.filter(
      ({ variable }) =>
        /PASSWORD|SECRET|PRIVATE|ACCESS_KEY|DATABASE_URL|REDIS_URL/.test(variable.name) &&
        !variable.value?.startsWith('/run/secrets/'),
    );
    expect(telling.map(({ name }) => name)).toEqual([]);
    const settings = Object.keys(ofKind('ConfigMap')[0]!.data!);
    expect(settings.filter((name) => /PASSWORD|SECRET|PRIVATE|ACCESS_KEY|DATABASE_URL|REDIS_URL/.test(name))).toEqual(
      [],
    );
  });

  it('shows every process its own secrets and nobody else’s', () => {
    const readBy: Record<string, string[]> = Object.fromEntries(
      deployments.map(({ name, pod }) => [
        name,
        (pod.spec.volumes ?? []).flatMap(({ secret }) => (secret ? [secret.secretName] : [])),
      ]),
    );
    expect(readBy).toEqual({
      auth: ['auth'],
      content: ['content'],
      gateway: ['gateway', 'store-key'],
      submissions: ['submissions', 'store-key'],
      'weather-proxy': ['weather-proxy', 'store-key', 'providers'],
      web: [],
      worker: ['submissions', 'store-key', 'mail'],
    });
  });

  it('reads only files that the secrets have', () => {
    const there = consumers(completeSecrets({}).secrets);
    for (const { pod } of workloads) {
      const secrets = new Map(
        (pod.spec.volumes ?? []).flatMap(({ name, secret }) => (secret ? [[name, secret.secretName]] : [])),
      );
      for (const container of [...(pod.spec.initContainers ?? []), ...pod.spec.containers]) {
        for (const { value = '' } of container.env ?? []) {
          const mount = container.volumeMounts?.find(({ mountPath }) => value.startsWith(`${mountPath}/`));
          const secret = mount && secrets.get(mount.name);
          // The operator provides those for the weather providers and the mail server.
          if (secret && secret !== 'providers' && secret !== 'mail')
            expect(Object.keys(there[secret]!.files)).toContain(value.slice(mount.mountPath.length + 1));
        }
      }
    }
  });

  it('names only settings that exist', () => {
    const maps = new Set(ofKind('ConfigMap').map(({ metadata }) => metadata.name));
    const wanted = containers.flatMap(({ container }) => [
      ...(container.envFrom ?? []).flatMap(({ configMapRef }) => (configMapRef ? [configMapRef.name] : [])),
      ...(container.env ?? []).flatMap(({ valueFrom }) =>
        valueFrom?.configMapKeyRef ? [valueFrom.configMapKeyRef.name] : [],
      ),
    ]);
    expect(wanted.length).toBeGreaterThan(services.length);
    expect(wanted.filter((name) => !maps.has(name))).toEqual([]);
  });
});
