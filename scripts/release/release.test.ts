import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applyDigests,
  compare,
  faultsOf,
  imagesInUse,
  readLock as readImages,
  findReleaseBlocker,
  unconfirmed,
} from './base-images.mjs';
import { partsOf, Unreachable } from './registry.mjs';
import {
  billFaults,
  matchAdvisories,
  lockFaults,
  newerNodeRequirements,
  readLock,
  registryAdvisories,
} from './supply-chain.mjs';

const root = join(import.meta.dirname, '../..');
const checksum = `sha512-${'A'.repeat(86)}==`;
/** Builds a lock file with this package and those that may require a newer Node. */
const lockWith = (entry: object) => ({
  packages: {
    ...Object.fromEntries(
      Object.keys(newerNodeRequirements).map((name) => [
        `node_modules/${name}`,
        { version: '1.0.0', integrity: checksum, engines: { node: '>=22' } },
      ]),
    ),
    'node_modules/sample': { version: '1.2.3', integrity: checksum, ...entry },
  },
});

describe('the lock file', () => {
  it('has a checksum for every package, and no package that requires a newer Node than we support', () => {
    expect(lockFaults(readLock())).toEqual([]);
  });

  it.each([
    ['without a checksum', { integrity: undefined }, /no SHA-512 checksum/],
    ['with a weak checksum', { integrity: 'sha1-abc' }, /no SHA-512 checksum/],
    ['from elsewhere', { resolved: 'https://example.org/sample.tgz' }, /does not come from the registry/],
    ['for a newer Node', { engines: { node: '>=22' } }, /requires Node >=22/],
  ])('is rejected with a package %s', (_what, entry, problem) => {
    expect(lockFaults(lockWith({}))).toEqual([]);
    expect(lockFaults(lockWith(entry))).toEqual([expect.stringMatching(problem)]);
  });

  it('may require a newer Node for build and test tools', () => {
    expect(lockFaults(lockWith({ engines: { node: '>=22' }, dev: true }))).toEqual([]);
  });

  it('is rejected when an exception no longer applies', () => {
    expect(lockFaults({ packages: {} })).toHaveLength(Object.keys(newerNodeRequirements).length);
  });
});

describe('advisories', () => {
  const list = { advisories: [{ package: 'sample', vulnerable: '<1.3.0', id: 'CVE-1', title: 'opens doors' }] };

  it('from the list apply to the versions in their range', () => {
    expect(matchAdvisories(lockWith({}), list)).toEqual([expect.stringContaining('CVE-1, opens doors')]);
    expect(matchAdvisories(lockWith({ version: '1.3.0' }), list)).toEqual([]);
  });

  function npmThatSays(response: string, status: number): string {
    const file = join(mkdtempSync(join(tmpdir(), 'arkansas-weather-npm-')), 'npm');
    writeFileSync(file, `#!/bin/sh\ncat <<'END'\n${response}\nEND\nexit ${status}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  it('from the registry are reported', async () => {
    const found = { name: 'sample', severity: 'high', range: '<1.3.0', via: [{ title: 'opens doors' }] };
    const response = { vulnerabilities: { sample: found }, metadata: { vulnerabilities: { total: 1 } } };
    await expect(registryAdvisories({ command: npmThatSays(JSON.stringify(response), 1) })).resolves.toEqual([
      'sample <1.3.0 (high): opens doors',
    ]);
    const emptyText = { vulnerabilities: {}, metadata: { vulnerabilities: { total: 0 } } };
    await expect(registryAdvisories({ command: npmThatSays(JSON.stringify(emptyText), 0) })).resolves.toEqual([]);
  });

  it.each([
    ['refuses', '{"message":"404 Not Found","error":{"code":"ENOAUDIT"}}', 1],
    ['answers nonsense', '<html>', 0],
    ['answers with nothing that it has looked at', '{}', 0],
  ])('are unknown, not absent, when the registry %s', async (_what, response, status) => {
    await expect(registryAdvisories({ command: npmThatSays(response, status) })).resolves.toBeUndefined();
  });
});

it('reports a package that the bill of materials lacks', () => {
  const lock = { packages: { 'node_modules/@a/sample': { version: '1.2.3', integrity: checksum } } };
  const bill = { bomFormat: 'CycloneDX', specVersion: '1.6' };
  expect(billFaults({ ...bill, components: [] }, lock)).toEqual(['@a/sample 1.2.3 is missing']);
  const component = { group: '@a', name: 'sample', version: '1.2.3', purl: 'pkg:npm/%40a/sample@1.2.3' };
  expect(billFaults({ ...bill, components: [component] }, lock)).toEqual([]);
  expect(billFaults({}, lock)).toEqual(['this is not a CycloneDX document']);
});

describe('the base images', () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const newer = `sha256:${'b'.repeat(64)}`;

  it('in Dockerfile, compose and Kubernetes are exactly those in the lock file, each with a digest', () => {
    expect(faultsOf()).toEqual([]);
    expect([...imagesInUse().keys()]).toEqual(expect.arrayContaining(readImages().map(({ image }) => image)));
  });

  it.each([
    ['an image without a digest', [], 'node:24-slim is used but not in the lock file'],
    [
      'a digest that is none',
      [{ image: 'node:24-slim', digest: 'sha256:abc' }],
      'node:24-slim: its digest is not sha256 and 64 hexadecimal digits',
    ],
    [
      'an image that nobody uses',
      [
        { image: 'node:24-slim', digest },
        { image: 'node:22-slim', digest },
      ],
      'node:22-slim is in the lock file but not used',
    ],
  ])('are rejected with %s', (_what, lock, problem) => {
    expect(faultsOf(lock, new Map([['node:24-slim', [{}]]]))).toEqual([problem]);
  });

  it('are looked up in the right registries', () => {
    expect(partsOf('node:24-slim')).toEqual({
      registry: 'registry-1.docker.io',
      repository: 'library/node',
      tag: '24-slim',
    });
    expect(partsOf('minio/mc:R')).toMatchObject({ registry: 'registry-1.docker.io', repository: 'minio/mc' });
    expect(partsOf('localhost:5000/a/b')).toEqual({ registry: 'localhost:5000', repository: 'a/b', tag: 'latest' });
  });

  /** Issues a token first, has the digests `existing`, and its tag points to `tagged`. */
  const registry =
    (existing: string[], tagged: string) =>
    async (address: string, request: RequestInit): Promise<Response> => {
      if (address.startsWith('https://auth.example/token')) {
        expect(new URL(address).searchParams.get('scope')).toBe('repository:library/node:pull');
        return Response.json({ token: 'abc' });
      }
      if (new Headers(request.headers).get('authorization') !== 'Bearer abc') {
        const challenge = 'Bearer realm="https://auth.example/token",service="registry.example"';
        return new Response(null, { status: 401, headers: { 'www-authenticate': challenge } });
      }
      const reference = address.split('/').at(-1) ?? '';
      const found = reference === '24-slim' ? tagged : existing.find((each) => each === reference);
      return found
        ? new Response(null, { headers: { 'docker-content-digest': found } })
        : new Response(null, { status: 404 });
    };
  const lock = [{ image: 'node:24-slim', digest }];

  it.each([
    ['ok', [digest], digest],
    ['moved', [digest, newer], newer],
    ['missing', [newer], newer],
  ])('are "%s" according to the registry', async (result, existing, tagged) => {
    await expect(compare(lock, { sendRequest: registry(existing, tagged) })).resolves.toEqual([
      { image: 'node:24-slim', tagged, result },
    ]);
  });

  it.each([
    [null, 'postgres:17: no maintainer has confirmed its digest'],
    [{ by: '', on: '2026-11-20' }, 'postgres:17: no maintainer has confirmed its digest'],
    [{ by: 'Ada', on: 'soon' }, 'postgres:17: no maintainer has confirmed its digest'],
    [{ by: 'Ada', on: '2026-08-01' }, 'postgres:17: Ada confirmed its digest on 2026-08-01, more than 90 days ago'],
    [{ by: 'Ada', on: '2026-11-20' }, undefined],
  ])('are released only if a maintainer confirmed them recently: %j', (confirmed, sentence) => {
    const lock = [{ image: 'postgres:17', digest: `sha256:${'a'.repeat(64)}`, confirmed }];
    expect(unconfirmed(lock, '2026-11-26')).toEqual(sentence ? [sentence] : []);
  });

  const confirmed = { by: 'Ada', on: '2026-11-20' };

  it('refuse a release in one sentence that names the unconfirmed ones', () => {
    const images = [
      { image: 'postgres:17', digest, confirmed },
      { image: 'redis:8', digest, confirmed: null },
      { image: 'node:24-slim', digest, confirmed: { by: 'Ada', on: '2026-08-01' } },
    ];
    expect(findReleaseBlocker(images, '2026-11-26')).toBe(
      "Can't release: no maintainer confirmed the digests of redis:8, node:24-slim in the last 90 days; docs/release.md explains how.",
    );
    expect(findReleaseBlocker(images.slice(0, 1), '2026-11-26')).toBeUndefined();
    const blocker = findReleaseBlocker();
    for (const args of [
      ['base-images.mjs', 'release'],
      ['images.mjs', 'bake', 'registry.example/site', '1.0.0', 'abc'],
    ] as [string, ...string[]][]) {
      const [program, ...rest] = args;
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, program), ...rest], {
        encoding: 'utf8',
      });
      if (blocker !== undefined) expect([status, stdout, stderr]).toEqual([1, '', `${blocker}\n`]);
    }
  });

  it('are named by digest in every file once confirmed, and by tag again once not', () => {
    const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-digests-'));
    for (const name of ['Dockerfile', 'docker-compose.yml', 'scripts/compose', 'k8s'])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    const before = readFileSync(join(folder, 'scripts/compose/core.yml'), 'utf8');
    const images = readImages();
    const all = images.map((each) => ({ ...each, confirmed }));
    expect(faultsOf(all, imagesInUse(folder))).toHaveLength(all.length);
    applyDigests(all, folder);
    expect(faultsOf(all, imagesInUse(folder))).toEqual([]);
    expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toMatch(
      /^ARG NODE_IMAGE=node:24-slim@sha256:[0-9a-f]{64}$/m,
    );
    const none = images.map((each) => ({ ...each, confirmed: null }));
    expect(faultsOf(none, imagesInUse(folder))).not.toEqual([]);
    applyDigests(none, folder);
    expect(faultsOf(none, imagesInUse(folder))).toEqual([]);
    if (images.every((each) => !each.confirmed))
      expect(readFileSync(join(folder, 'scripts/compose/core.yml'), 'utf8')).toBe(before);
  });

  it('are unknown when the registry is unreachable, or refuses', async () => {
    await expect(compare(lock, { sendRequest: () => Promise.reject(new TypeError('fetch failed')) })).rejects.toThrow(
      Unreachable,
    );
    await expect(
      compare(lock, { sendRequest: () => Promise.resolve(new Response(null, { status: 429 })) }),
    ).rejects.toThrow(Unreachable);
  });
});

describe('the Dockerfile', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replace(/\\\n\s*/g, '');
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>;
  };

  it('never installs packages with their scripts', () => {
    const installs = [...dockerfile.matchAll(/npm (?:ci|install|i|add)\b[^&|;\n]*/g)].map(([command]) => command);
    expect(installs.length).toBeGreaterThan(1);
    for (const command of installs) expect(command).toContain('--ignore-scripts');
  });

  it('rebuilds only named packages that package.json allows', () => {
    const rebuilds = [...dockerfile.matchAll(/npm rebuild\b([^&|;\n]*)/g)].map(([, args = '']) =>
      args.trim().split(' '),
    );
    expect(rebuilds).toHaveLength(1);
    for (const name of rebuilds.flat()) expect([name, allowScripts[name]]).toEqual([name, true]);
  });
});
