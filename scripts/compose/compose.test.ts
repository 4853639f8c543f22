import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { poolsOf } from '../../k8s/testing/connections.js';
import { readComposeFiles } from '../lib/compose-files.mjs';
import { redisUsers } from './redis-users.mjs';
import { completeSecrets, consumers, retireKey } from './secrets.mjs';

/** compose-test.mjs tests the files on a real engine. */

interface Service {
  image: string;
  command?: string[];
  profiles?: string[];
  scale?: number;
  build?: object;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  privileged?: boolean;
  restart?: string;
  stop_grace_period?: string;
  pids_limit?: number;
  mem_limit?: string;
  cpus?: number;
  logging?: { options: Record<string, string> };
  healthcheck?: { test?: string[]; start_period?: string; disable?: boolean };
  networks?: string[];
  network_mode?: string;
  ports?: string[];
  environment?: Record<string, string>;
  labels?: Record<string, string>;
  volumes?: (
    string | { type: string; source: string; target: string; read_only?: boolean; volume?: { subpath?: string } }
  )[];
  tmpfs?: string[];
  depends_on?: Record<string, { condition: string }>;
}

type Network = { internal?: boolean; driver_opts?: Record<string, string> } | null;

const { services, networks } = readComposeFiles<Service, Network>();
const all = Object.entries(services);
const steps = [
  'setup',
  'store-setup',
  'migrate-auth',
  'migrate-content',
  'migrate-submissions',
  'migrate-weather',
  'migrate-notifications',
  'seed-content',
  'seed-submissions',
  'backup',
  'restore',
  'rehearse',
];
const monitoring = all.filter(([, { profiles }]) => profiles?.includes('monitoring')).map(([name]) => name);
const lasting = all.filter(([name]) => !steps.includes(name));
const serverVersion = all.filter(([, { image }]) => image.startsWith('arkansas-weather/'));
const named = (entries: [string, Service][], isValid: (service: Service) => boolean) =>
  entries.filter(([, service]) => !isValid(service)).map(([name]) => name);

describe('docker-compose.yml', () => {
  it("drops every privilege that a container doesn't need", () => {
    expect(
      named(all, (service) =>
        Boolean(
          service.read_only &&
          service.cap_drop?.join() === 'ALL' &&
          service.security_opt?.includes('no-new-privileges:true') &&
          !service.privileged,
        ),
      ),
    ).toEqual([]);
    expect(all.filter(([, { cap_add }]) => cap_add).map(([name, { cap_add }]) => [name, cap_add])).toEqual([
      ['setup', ['CHOWN']],
      ['certificates', ['CHOWN']],
    ]);
    expect(all.filter(([, { user }]) => user?.startsWith('0')).map(([name]) => name)).toEqual([
      'setup',
      'certificates',
    ]);
  });

  it('limits memory, processes, CPU time and logs of every container', () => {
    expect(
      named(all, ({ mem_limit, pids_limit, cpus, logging }) =>
        Boolean(mem_limit && pids_limit && cpus && logging?.options['max-size']),
      ),
    ).toEqual([]);
  });

  it('builds and lists all our images without a profile, and starts only what is needed', () => {
    const built = new Set(all.filter(([, { build }]) => build).map(([, { image }]) => image));
    expect(all.filter(([, { build, profiles }]) => build && profiles).map(([name]) => name)).toEqual([]);
    expect(serverVersion.filter(([, { image }]) => !built.has(image)).map(([name]) => name)).toEqual([]);
    expect(all.filter(([, { scale }]) => scale === 0).map(([name]) => name)).toEqual(['backup', 'restore', 'rehearse']);
  });

  it('dumps with the programs of the database image', () => {
    const dockerfile = readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8');
    expect(/^ARG POSTGRES_IMAGE=(.+)$/m.exec(dockerfile)![1]).toBe(services['postgres']!.image);
    const upgradeFile = readFileSync(join(import.meta.dirname, 'postgres-18.yml'), 'utf8');
    expect(/POSTGRES_IMAGE: (\S+)/.exec(upgradeFile)![1]).toBe(/image: (\S+)/.exec(upgradeFile)![1]);
  });

  it('restarts long-running containers, with a grace period and a health check', () => {
    expect(named(lasting, ({ restart }) => restart === 'unless-stopped')).toEqual([]);
    // Optional ones may fail without consequences.
    const asked = lasting.filter(([, { profiles }]) => !profiles);
    expect(
      named(asked, ({ stop_grace_period, healthcheck }) =>
        Boolean(stop_grace_period && healthcheck?.test && healthcheck.start_period),
      ),
    ).toEqual([]);
    expect(
      named(
        all.filter(([name]) => steps.includes(name)),
        ({ restart }) => restart === 'no',
      ),
    ).toEqual([]);
  });

  it('publishes only the ingress, and only on this machine', () => {
    const published = all.filter(([, { ports }]) => ports);
    expect(published.filter(([, { profiles }]) => !profiles).map(([name]) => name)).toEqual(['ingress']);
    expect(published.flatMap(([, { ports }]) => ports!).filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('allows outgoing connections only to the weather proxy, the senders and backups', () => {
    expect(networks['app']).toEqual({ internal: true });
    expect(networks['data']).toEqual({ internal: true });
    expect(networks['edge']?.driver_opts).toEqual({ 'com.docker.network.bridge.enable_ip_masquerade': 'false' });
    expect(all.filter(([, service]) => service.networks?.includes('egress')).map(([name]) => name)).toEqual([
      'worker',
      'weather-proxy',
      'notifications',
      'backup',
      'nightly-backup',
      'restore',
      'rehearse',
    ]);
    expect(
      all.filter(([, service]) => !service.networks).map(([name, { network_mode }]) => [name, network_mode]),
    ).toEqual([
      ['setup', 'none'],
      ['certificates', 'none'],
    ]);
  });

  it('connects nginx only to the gateway, and Prometheus to no store', () => {
    const together = (one: string, other: string) =>
      services[one]!.networks!.some((network) => services[other]!.networks!.includes(network));
    for (const store of ['postgres', 'redis', 'object-store'])
      for (const other of ['web', 'prometheus'])
        expect([other, store, together(other, store)]).toEqual([other, store, false]);
    expect(together('ingress', 'gateway')).toBe(false);
    expect(together('web', 'gateway')).toBe(true);
  });

  it('connects the picture worker only to its stores and content', () => {
    expect(networks['pictures']).toEqual({ internal: true });
    expect(services['picture-worker']!.networks).toEqual(['pictures', 'metrics']);
    const inNetwork = (network: string) =>
      all.flatMap(([name, service]) => (service.networks?.includes(network) ? [name] : [])).sort();
    expect(inNetwork('pictures')).toEqual(['content', 'object-store', 'picture-worker', 'postgres', 'redis']);
    expect(networks['metrics']).toEqual({ internal: true });
    expect(inNetwork('metrics')).toEqual(['picture-worker', 'prometheus']);
    const result = Object.keys(services['picture-worker']!.environment!);
    expect(result.filter((name) => /SMTP|MAIL|AUTH|JWT|FACTOR|WEATHER|FACEBOOK/.test(name))).toEqual([]);
  });

  it('mounts the file of trusted ranges named in .env into nginx, read-only, or none', () => {
    const target = '/run/site/trusted-proxies';
    const binding = all.filter(([, { volumes = [] }]) =>
      volumes.some((volume) => typeof volume === 'object' && volume.type === 'bind'),
    );
    expect(binding.map(([name]) => name)).toEqual(['web']);
    const { environment, volumes } = services['web']!;
    // A missing file must not become an empty folder.
    const source = '${TRUSTED_PROXY_RANGES_FILE:-/dev/null}';
    const bind = { create_host_path: false };
    expect(volumes).toContainEqual({ type: 'bind', source, target, read_only: true, bind });
    expect(environment!['TRUSTED_PROXY_RANGES_FILE']).toBe(`\${TRUSTED_PROXY_RANGES_FILE:+${target}}`);
  });

  it('keeps a rehearsal away from the stores, and from writing to the repository', () => {
    expect(services['rehearse']!.networks).toEqual(['egress', 'monitoring']);
    expect(networks['monitoring']).toEqual({ internal: true });
    expect(services['rehearse']!.volumes).toContain('backups:/backups:ro');
  });

  it('lets nightly backups do nothing that a backup by hand can’t', () => {
    const { environment, volumes, networks } = services['backup']!;
    expect(services['nightly-backup']).toMatchObject({ environment, volumes, networks });
  });

  it('contains no secret', () => {
    const telling = all.flatMap(([name, { environment = {} }]) =>
      Object.entries(environment)
        .filter(([variable]) => /PASSWORD|SECRET|PRIVATE|ACCESS_KEY|DATABASE_URL|REDIS_URL|ROOT_USER/.test(variable))
        // Values from .env may be passed on, but without a default.
        .filter(([variable, value]) => !value.startsWith('/run/secrets/') && value !== `\${${variable}:-}`)
        .map(([variable]) => `${name} ${variable}`),
    );
    expect(telling).toEqual([]);
  });

  it('mounts into every container only the folder with its own secrets, read-only', () => {
    const folders = Object.fromEntries(
      all
        .filter(([name]) => name !== 'setup' && name !== 'certificates')
        .map(([name, { volumes = [] }]) => [
          name,
          volumes.flatMap((volume) => (typeof volume === 'object' && volume.source === 'secrets' ? [volume] : [])),
        ]),
    );
    const readBy = (name: string) =>
      folders[name]!.map(({ volume }) => volume?.subpath)
        .filter((folder) => !folder?.startsWith('tls-'))
        .sort();
    expect(Object.fromEntries(Object.keys(folders).map((name) => [name, readBy(name)]))).toEqual({
      auth: ['auth'],
      backup: ['backup', 'store/backup'],
      content: ['content'],
      gateway: ['gateway', 'store/gateway'],
      ingress: [],
      mail: [],
      'migrate-auth': ['migrations'],
      'migrate-content': ['migrations'],
      'migrate-notifications': ['migrations'],
      'migrate-submissions': ['migrations'],
      'migrate-weather': ['migrations'],
      'nightly-backup': ['backup', 'store/backup'],
      notifications: ['notifications'],
      'object-store': ['store-root'],
      'picture-worker': ['picture-worker', 'store/pictures'],
      postgres: ['postgres', 'postgres-roles'],
      redis: ['redis'],
      ...Object.fromEntries(monitoring.map((name) => [name, []])),
      rehearse: ['rehearsal'],
      restore: ['restore'],
      'seed-content': ['content', 'store/seed'],
      'seed-submissions': ['store/seed', 'submissions'],
      'store-setup': ['store', 'store-keys', 'store-root'],
      submissions: ['store/submissions', 'submissions'],
      'weather-proxy': ['store/social', 'weather-proxy'],
      web: [],
      worker: ['worker'],
    });
    const writable = Object.entries(folders).flatMap(([name, volumes]) =>
      volumes.filter(({ read_only }) => !read_only).map(({ volume }) => [name, volume?.subpath]),
    );
    expect(writable).toEqual([['store-setup', 'store']]);
  });

  it('gives each process that makes or accepts internal calls only its own certificate', () => {
    const visible = serverVersion.map(([name, { volumes = [] }]) => [
      name,
      volumes.flatMap(
        (volume) => (typeof volume === 'object' && volume.volume?.subpath?.match(/^tls-(.+)/)?.[1]) || [],
      ),
    ]);
    const silent = ['web', 'certificates', 'nightly-backup', ...steps];
    expect(visible.filter(([, peers]) => peers!.length > 0)).toEqual(
      serverVersion.filter(([name]) => !silent.includes(name)).map(([name]) => [name, [name]]),
    );
  });

  it('reads only secret files that exist', () => {
    // All files exist once each key has been replaced.
    const { secrets: first } = completeSecrets({});
    const there = consumers(
      completeSecrets(retireKey(retireKey(retireKey(first, 'session'), 'factor'), 'notifications')).secrets,
    );
    for (const [name, { environment = {}, volumes = [] }] of all) {
      for (const [variable, value] of Object.entries(environment)) {
        const mount = volumes.find((volume) => typeof volume === 'object' && value.startsWith(`${volume.target}/`));
        if (typeof mount !== 'object' || !mount.volume?.subpath) continue;
        // store-setup.sh writes these under the same names.
        const folder = mount.volume.subpath.replace('store/', 'store-');
        expect([name, variable, Object.keys(there[folder]!.files)]).toEqual([
          name,
          variable,
          expect.arrayContaining([value.slice(mount.target.length + 1)]),
        ]);
      }
    }
  });

  it('migrates before starting anything that uses a database', () => {
    const after = (name: string) => Object.entries(services[name]!.depends_on ?? {});
    for (const [name, step] of [
      ['auth', 'migrate-auth'],
      ['content', 'migrate-content'],
      ['submissions', 'migrate-submissions'],
      ['worker', 'migrate-submissions'],
      ['picture-worker', 'migrate-submissions'],
      ['weather-proxy', 'migrate-weather'],
      ['notifications', 'migrate-notifications'],
    ] as const)
      expect(after(name)).toContainEqual([step, { condition: 'service_completed_successfully' }]);
  });

  it('leaves room in Postgres for every pool at its maximum', () => {
    const preset = (text: string) => Number(/^\$\{\w+:-(\d+)\}$/.exec(text)![1]);
    const max = services['postgres']!.command!.find((word) => word.startsWith('-cmax_connections='))!.split('=')[1]!;
    const connected = all.filter(([, { environment }]) => environment?.['DATABASE_URL_FILE']);
    const needs = connected.map(([name, { environment }]) =>
      // Steps and backups open at most two connections; other processes fill their pools and use one more to LISTEN.
      steps.includes(name) || name === 'nightly-backup'
        ? 2
        : poolsOf(name, preset(environment!['DATABASE_POOL_MAX']!)) + 1,
    );
    expect(connected.length).toBeGreaterThan(12);
    // Three for superusers (superuser_reserved_connections), one for the operator's psql.
    expect(needs.reduce((sum, need) => sum + need, 3 + 1)).toBeLessThanOrEqual(preset(max));
  });

  it('starts on a machine with one processor', () => {
    // The engine refuses a limit above the machine's processors.
    expect(named(all, ({ cpus }) => cpus! <= 1)).toEqual([]);
  });

  it('keeps the logs of a busy day', () => {
    const bytes = ({ logging }: Service) =>
      parseInt(logging!.options['max-size']!) * Number(logging!.options['max-file']);
    // In MB. A line of nginx has 600 bytes: five million requests. Few get past its caches.
    expect(bytes(services['web']!)).toBeGreaterThanOrEqual((5_000_000 * 600) / 1_000_000);
    expect(named(all, (service) => bytes(service) >= 250)).toEqual([]);
  });

  it("pins the version of every image, and doesn't pull at each start", () => {
    expect(
      all.filter(([, { image }]) => !/:[^:]+$/.test(image) || image.endsWith(':latest')).map(([name]) => name),
    ).toEqual([]);
    expect(serverVersion.filter(([, { image }]) => !image.endsWith(':${VERSION:-dev}')).map(([name]) => name)).toEqual(
      [],
    );
  });
});

it('replaces Redis when its users change, because it reads them only at startup', () => {
  const users = createHash('sha256').update(JSON.stringify(redisUsers)).digest('hex').slice(0, 12);
  expect(services['redis']?.labels).toEqual({ 'arkansas-weather/users': users });
});
