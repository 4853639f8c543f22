import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fingerprints } from './lib/workspaces.mjs';

/** A copy of the sources whose files can be edited. */

const checkout = join(import.meta.dirname, '..');
const left = new Set([
  '.git',
  '.data',
  '.env',
  'dist',
  'node_modules',
  'gen',
  'docs',
  'k8s',
  'out',
  'shots',
  'coverage',
]);
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'arkansas-weather-build-'));
  cpSync(checkout, copy, { recursive: true, filter: (path) => !left.has(basename(path)) });
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'), 'junction');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const services = ['content', 'submissions', 'auth', 'weather-proxy', 'notifications'].map((name) => `services/${name}`);
const programs = [...services, 'gateway'];
const importersOfProto = ['services/platform', ...programs, 'web'];
const everything = ['regions', 'domain', 'proto', ...importersOfProto, 'simulator'];

function rebuiltAfter(change: () => void, options?: { bundled: boolean }): string[] {
  const before = fingerprints({ root: copy });
  change();
  const after = fingerprints({ root: copy, ...options });
  return [...after.keys()].filter((folder) => before.get(folder) !== after.get(folder)).sort();
}

function edit(path: string): void {
  const file = join(copy, path);
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, '\n');
}

describe('editing a file', () => {
  it.each([
    'services/auth/src/passwords/password-policy.test.ts',
    'web/src/constants/display-constants.test.ts',
    'web/src/ui/new.test.tsx',
    'services/platform/testing/until.ts',
    'services/content/src/testing/new.ts',
    'web/src/testing/setup.ts',
    'tests/e2e/photo-submission.test.ts',
    'tests/support/site.ts',
    'README.md',
    'regions/README.md',
    'simulator/README.md',
    'web/nginx/nginx.conf',
    'scripts/start.mjs',
    'eslint.config.mjs',
    'regions/ok/facts.ts',
  ])('%s rebuilds nothing', (path) => {
    expect(rebuiltAfter(() => edit(path))).toEqual([]);
  });

  it.each([
    ['services/auth/src/main.ts', ['services/auth']],
    ['services/content/src/features/new.ts', ['services/content']],
    ['services/weather-proxy/package.json', ['services/weather-proxy']],
    ['gateway/src/config.ts', ['gateway']],
    ['simulator/main.ts', ['simulator']],
    ['web/src/strings/public-strings.ts', ['web']],
    ['web/index.html', ['web']],
    ['web/vite.config.ts', ['web']],
    ['services/platform/src/base/config.ts', ['services/platform', ...programs]],
    ['domain/kinds.ts', ['domain', 'proto', ...importersOfProto]],
    ['proto/content/v1/posts.proto', ['proto', ...importersOfProto]],
    ['regions/state.ts', ['regions', 'domain', 'proto', ...importersOfProto]],
    ['regions/ar/facts.ts', ['regions', 'domain', 'proto', ...importersOfProto]],
    ['scripts/lib/bundle.mjs', programs],
    ['scripts/build.mjs', everything],
    ['package-lock.json', everything],
  ])('%s rebuilds %j', (path, expected) => {
    expect(rebuiltAfter(() => edit(path))).toEqual([...expected].sort());
  });
});

it('removing a file rebuilds its workspace', () => {
  expect(rebuiltAfter(() => rmSync(join(copy, 'services/auth/src/migrate.ts')))).toEqual(['services/auth']);
});

it('a checkout of the same files rebuilds nothing', () => {
  const touch = () => utimesSync(join(copy, 'proto/responses.ts'), new Date(), new Date());
  expect(rebuiltAfter(touch)).toEqual([]);
});

it('programs are rebuilt when they are no longer bundled', () => {
  expect(rebuiltAfter(() => undefined, { bundled: false })).toEqual([...programs].sort());
});

describe('npm run build -- --if-changed --only', () => {
  const at = (path: string) => join(copy, path);

  function build(folders: string) {
    const args = [at('scripts/build.mjs'), '--if-changed', '--only', folders];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return { status, stderr };
  }
  /** Includes the folder itself. */
  const timesOf = (folder: string) =>
    ['', ...readdirSync(at(folder), { recursive: true, encoding: 'utf8' })].map((name) => {
      const { mtimeMs } = statSync(join(at(folder), name));
      return `${name} ${mtimeMs}`;
    });

  it('builds a workspace and what it imports, once', () => {
    expect(build('proto')).toEqual({ status: 0, stderr: '' });
    expect(existsSync(at('proto/dist/responses.js'))).toBe(true);
    expect(existsSync(at('regions/dist/chosen/facts.js'))).toBe(true);
    expect(['web/dist', 'services/platform/dist', 'gateway/dist'].filter((path) => existsSync(at(path)))).toEqual([]);
    const before = ['regions/dist', 'proto/dist', 'proto/gen'].map(timesOf);
    edit('proto/web-address.test.ts');
    expect(build('proto')).toEqual({ status: 0, stderr: '' });
    expect(['regions/dist', 'proto/dist', 'proto/gen'].map(timesOf)).toEqual(before);
  }, 120_000);

  it('builds a workspace again whose last build failed', () => {
    expect(build('proto').status).toBe(0);
    const state = timesOf('regions/dist');
    const source = readFileSync(at('proto/responses.ts'), 'utf8');
    writeFileSync(at('proto/responses.ts'), 'export const = 1;\n');
    expect(build('proto').status).toBe(1);
    writeFileSync(at('proto/responses.ts'), source);
    expect(build('proto').status).toBe(0);
    expect(existsSync(at('proto/dist/responses.js'))).toBe(true);
    expect(timesOf('regions/dist')).toEqual(state);
  }, 120_000);

  it('names a folder that is not built', () => {
    const { status, stderr } = build('services/mail');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^"services\/mail" has no build; workspaces: regions, domain, proto, /);
  });
});
