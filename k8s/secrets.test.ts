import { completeSecrets, consumers, retireKey } from '../scripts/compose/secrets.mjs';
import { cases, installation, services } from './testing/overlay-cases.js';

describe.each(cases)('secrets of the $overlay overlay, as read by $by', ({ overlay, render }) => {
  const { workloads, deployments, containers, ofKind } = installation(render(overlay));

  it('contains no secrets: they are files of Secrets made elsewhere', () => {
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

  it('gives every process only its own secrets', () => {
    const readBy: Record<string, string[]> = Object.fromEntries(
      deployments.map(({ name, pod }) => [
        name,
        (pod.spec.volumes ?? [])
          .flatMap(({ secret }) => (secret ? [secret.secretName] : []))
          .filter((secret) => !secret.startsWith('tls-')),
      ]),
    );
    expect(readBy).toEqual({
      auth: ['auth'],
      content: ['content'],
      gateway: ['gateway', 'store-gateway'],
      notifications: ['notifications', 'texts'],
      'notifications-sender': ['notifications', 'mail', 'texts'],
      'picture-worker': ['picture-worker', 'store-pictures'],
      submissions: ['submissions', 'store-submissions'],
      'weather-proxy': ['weather-proxy', 'store-social', 'providers'],
      web: [],
      worker: ['worker', 'mail'],
    });
  });

  it('gives every process that speaks to another its own certificate, and nobody a second one', () => {
    // The sender makes no gRPC calls and accepts none.
    const speaking = deployments.filter(({ name }) => !['web', 'notifications-sender'].includes(name));
    const visible = speaking.map(({ name, pod }) => [
      name,
      (pod.spec.volumes ?? []).flatMap(({ secret }) => secret?.secretName.match(/^tls-(.+)/)?.[1] ?? []),
    ]);
    expect(visible).toEqual(visible.map(([name]) => [name, [name]]));
    const { data = {} } = ofKind('ConfigMap').find(({ metadata }) => metadata.name === 'site')!;
    const files = ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'TLS_CA_FILE'].map((variable) => data[variable]);
    const there = Object.keys(consumers(completeSecrets({}).secrets)['tls-auth']!.files);
    expect(files.sort()).toEqual(there.map((file) => `/run/secrets/tls/${file}`).sort());
    for (const { name, pod } of speaking) {
      const mount = pod.spec.containers[0]!.volumeMounts?.find(({ mountPath }) => mountPath === '/run/secrets/tls');
      expect([name, mount]).toEqual([name, { name: 'tls', mountPath: '/run/secrets/tls', readOnly: true }]);
    }
  });

  it('reads only files that the secrets have', () => {
    // Present once keys were rotated.
    const { secrets: first } = completeSecrets({});
    const there = consumers(
      completeSecrets(retireKey(retireKey(retireKey(first, 'session'), 'factor'), 'notifications')).secrets,
    );
    for (const { pod } of workloads) {
      const secrets = new Map(
        (pod.spec.volumes ?? []).flatMap(({ name, secret }) => (secret ? [[name, secret.secretName]] : [])),
      );
      for (const container of [...(pod.spec.initContainers ?? []), ...pod.spec.containers]) {
        for (const { value = '' } of container.env ?? []) {
          const mount = container.volumeMounts?.find(({ mountPath }) => value.startsWith(`${mountPath}/`));
          const secret = mount && secrets.get(mount.name);
          // The operator's: weather providers, mail server, SMS carrier, another store.
          if (secret && !['providers', 'mail', 'texts', 'offsite'].includes(secret))
            expect(Object.keys(there[secret]!.files)).toContain(value.slice(mount.mountPath.length + 1));
        }
      }
    }
  });

  it('passes a configured CA certificate to every process that opens a store', () => {
    const secretOf = (pod: (typeof workloads)[number]['pod'], volume: string | undefined) =>
      pod.spec.volumes?.find(({ name }) => name === volume)?.secret;
    const opening = workloads.flatMap(({ name, pod }) =>
      [...(pod.spec.initContainers ?? []), ...pod.spec.containers]
        .filter(({ env = [] }) => env.some((each) => /^(DATABASE_URL|REDIS_URL|S3_ACCESS_KEY)_FILE$/.test(each.name)))
        .map((container) => ({ name: `${name}/${container.name}`, pod, container })),
    );
    expect(opening.length).toBeGreaterThan(services.length);
    const without = opening.filter(({ pod, container }) => {
      const result = container.envFrom?.some(({ configMapRef }) => configMapRef?.name === 'site');
      const mount = container.volumeMounts?.find(({ mountPath }) => mountPath === '/run/secrets/site');
      // The whole Secret, not single files.
      return !result || !mount || mount.subPath !== undefined || secretOf(pod, mount.name)?.items !== undefined;
    });
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it('references only existing settings', () => {
    const maps = new Set(ofKind('ConfigMap').map(({ metadata }) => metadata.name));
    const requested = containers.flatMap(({ container }) => [
      ...(container.envFrom ?? []).flatMap(({ configMapRef }) => (configMapRef ? [configMapRef.name] : [])),
      ...(container.env ?? []).flatMap(({ valueFrom }) =>
        valueFrom?.configMapKeyRef ? [valueFrom.configMapKeyRef.name] : [],
      ),
    ]);
    expect(requested.length).toBeGreaterThan(services.length);
    expect(requested.filter((name) => !maps.has(name))).toEqual([]);
  });
});
