import { spawn } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeSecrets, consumers, retireKey } from './secrets.mjs';

/** compose-test.mjs tests how secrets get into a volume. */

describe('the secrets', () => {
  const { secrets, created } = completeSecrets({});
  const folders = consumers(secrets);

  it('are generated when missing, and kept otherwise', () => {
    expect(created.length).toBeGreaterThan(10);
    expect(completeSecrets(secrets)).toEqual({ secrets, created: [] });
    expect(completeSecrets({ ...secrets, redisGatewayPassword: '' }).created).toEqual(['redisGatewayPassword']);
  });

  it('are long, and differ between installations', () => {
    expect(new Set(Object.values(secrets)).size).toBe(created.length);
    expect(Math.min(...Object.values(secrets).map(({ length }) => length))).toBeGreaterThanOrEqual(20);
  });

  it('allow replacing a key while its tokens stay valid', () => {
    const { secrets: next, created: replaced } = completeSecrets(retireKey(secrets, 'session'));
    expect(replaced).toEqual(['jwtPrivateKey']);
    const before = folders['auth']!.files['jwt-private-key'];
    const { files } = consumers(next)['auth']!;
    expect([files['jwt-private-key'] === before, files['jwt-private-key-previous']]).toEqual([false, before]);
    expect(files['second-factor-key-previous']).toBeUndefined();
    expect(consumers(completeSecrets(retireKey(secrets, 'factor')).secrets)['auth']!.files).toMatchObject({
      'second-factor-key-previous': folders['auth']!.files['second-factor-key'],
    });
  });

  it('sign sessions with a P-256 key that only auth has', () => {
    const key = folders['auth']!.files['jwt-private-key']!;
    expect(createPublicKey(key).asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    const others = Object.entries(folders).filter(([name]) => name !== 'auth');
    expect(others.filter(([, { files }]) => Object.values(files).some((text) => text.includes('PRIVATE KEY')))).toEqual(
      [],
    );
  });

  it('give a service no access to other schemas, or to changes of its own', () => {
    const roles = folders['postgres-roles']!.files['roles.sql']!;
    // roles.test.ts tests the roles' permissions on a real Postgres.
    expect(roles).not.toMatch(
      /GRANT (CREATE|ALL)[^;]* TO [^;]*(auth|content|submissions|weather|notifications|backup|pictures)/,
    );
    const addresses = ['auth', 'content', 'submissions', 'weather-proxy', 'notifications', 'picture-worker'].map(
      (name) => new URL(folders[name]!.files['database-url']!).username,
    );
    expect(addresses).toEqual(['auth', 'content', 'submissions', 'weather', 'notifications', 'pictures']);
    expect(new URL(folders['migrations']!.files['database-url']!).username).toBe('migrator');
  });

  it('are never in plain text for Redis, which stores hashes', () => {
    expect(folders['redis']!.files['users.acl']).toContain('user default off');
    for (const [name, password] of Object.entries(secrets).filter(([each]) => /^redis.+Password$/.test(each)))
      expect([name, folders['redis']!.files['users.acl']!.includes(password)]).toEqual([name, false]);
  });

  it('give each process its own user, role and key, and the password of backups only to their commands', () => {
    const users = ['gateway', 'auth', 'content', 'submissions', 'worker', 'picture-worker'].map(
      (name) => new URL(folders[name]!.files['redis-url']!).username,
    );
    expect(users).toEqual(['gateway', 'auth', 'content', 'submissions', 'worker', 'pictures']);
    expect(new URL(folders['backup']!.files['database-url']!).username).toBe('backup');
    const keys = Object.keys(folders)
      .filter((name) => name.startsWith('store-') && name !== 'store-keys')
      .map((name) => folders[name]!.files['access-key']);
    expect(new Set(keys).size).toBe(keys.length);
    const { backupPassword } = secrets;
    const holders = Object.entries(folders).filter(([, { files }]) => Object.values(files).includes(backupPassword));
    expect(holders.map(([name]) => name)).toEqual(['backup', 'restore', 'rehearsal']);
  });
});

interface Secret {
  metadata: { name: string };
  data: Record<string, string>;
}

describe('generating them in a cluster', () => {
  const account = mkdtempSync(join(tmpdir(), 'arkansas-weather-account-'));
  const stored = new Map<string, Secret>();
  let api: Server;

  async function answer(request: IncomingMessage): Promise<[number, object]> {
    const name = /^\/api\/v1\/namespaces\/weather\/secrets(?:\/(.+))?$/.exec(request.url ?? '')?.[1];
    if (request.headers.authorization !== 'Bearer a-token') return [401, {}];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === 'GET') return stored.has(name!) ? [200, stored.get(name!)!] : [404, {}];
    const secret = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Secret;
    if (request.method === 'POST' && stored.has(secret.metadata.name)) {
      return [409, {}];
    }
    stored.set(secret.metadata.name, secret);
    return [request.method === 'POST' ? 201 : 200, secret];
  }

  beforeAll(async () => {
    writeFileSync(join(account, 'namespace'), 'weather\n');
    writeFileSync(join(account, 'token'), 'a-token\n');
    api = createServer((request, response) => {
      void answer(request).then(([status, body]) => response.writeHead(status).end(JSON.stringify(body)));
    }).listen(0, '127.0.0.1');
    await once(api, 'listening');
  });

  afterAll(() => {
    api.close();
    rmSync(account, { recursive: true });
  });

  async function setup(): Promise<{ code: number; output: string }> {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'setup.mjs'), 'cluster'], {
      env: {
        PATH: process.env['PATH'],
        ADMIN_EMAIL: 'operator@example.org',
        SERVICE_ACCOUNT_FOLDER: account,
        KUBERNETES_API: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output += text.toString('utf8')));
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  }

  const text = (name: string, file: string) => Buffer.from(stored.get(name)!.data[file]!, 'base64').toString('utf8');

  it('stores a Secret for every consumer, and says once how to read the first password', async () => {
    const first = await setup();
    expect(first.code).toBe(0);
    const password = text('auth', 'admin-password');
    expect(first.output).toContain(
      "operator@example.org. To read the password: kubectl -n weather get secret auth -o jsonpath='{.data.admin-password}' | base64 -d",
    );
    expect(first.output).not.toContain(password);
    expect([...stored.keys()].sort()).toEqual(
      [...Object.keys(consumers(completeSecrets({}).secrets)), 'installation'].sort(),
    );

    const before = structuredClone([...stored]);
    const second = await setup();
    expect(second).toMatchObject({ code: 0 });
    expect(second.output).not.toContain('password');
    expect([...stored]).toEqual(before);
  });

  it('completes the secrets of an older version', async () => {
    await setup();
    const databaseUrl = text('content', 'database-url');
    stored.delete('content');
    expect((await setup()).code).toBe(0);
    expect(text('content', 'database-url')).toBe(databaseUrl);
  });

  it('leaves Secrets unchanged that were created or changed by hand, and names them', async () => {
    await setup();
    const byHand = Buffer.from('postgresql://auth@elsewhere/weather').toString('base64');
    stored.set('auth', { metadata: { name: 'auth' }, data: { 'database-url': byHand } });
    stored.get('content')!.data['database-url'] = byHand;
    stored.delete('gateway');
    const { code, output } = await setup();
    expect(code).toBe(0);
    expect(output).toContain('left unchanged: auth, content\n');
    expect(stored.get('auth')!.data).toEqual({ 'database-url': byHand });
    expect(stored.get('content')!.data['database-url']).toBe(byHand);
    expect(text('gateway', 'redis-url')).toContain('redis://gateway:');
  });

  it('reports a refusal by the cluster', async () => {
    writeFileSync(join(account, 'token'), 'another-token\n');
    const { code, output } = await setup();
    expect(code).toBe(1);
    expect(output).toContain('the Kubernetes API returned 401');
  });
});
