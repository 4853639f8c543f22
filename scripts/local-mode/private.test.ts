import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineEnvironment } from '../../services/platform/local/machine-environment.mjs';
import { lockDataDir } from './data-dir.mjs';
import { environmentOf, parts } from './environment.mjs';

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);

describe('the data folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-dir-'));
  const dataDir = join(folder, 'data');
  const isRoot = process.getuid?.() === 0;
  const lock = () => lockDataDir(dataDir)();
  beforeEach(() => {
    mkdirSync(join(dataDir, 'objects/bucket'), { recursive: true });
    writeFileSync(join(dataDir, 'objects/bucket/photo'), 'x', { mode: 0o644 });
    writeFileSync(join(dataDir, 'tool'), 'x', { mode: 0o755 });
    writeFileSync(join(folder, 'elsewhere'), 'x', { mode: 0o644 });
    symlinkSync(join(folder, 'elsewhere'), join(dataDir, 'link'));
    mkdirSync(join(dataDir, 'postgres'), { mode: 0o750 });
  });
  afterEach(() => {
    rmSync(dataDir, { recursive: true });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is closed to other users, including its contents, when it was open', () => {
    lock();
    // As root, the user of Postgres may traverse the folder.
    expect(modeOf(dataDir)).toBe(isRoot ? '710' : '700');
    const modes = ['objects', 'objects/bucket', 'objects/bucket/photo', 'tool'].map((name) =>
      modeOf(join(dataDir, name)),
    );
    expect(modes).toEqual(['700', '700', '600', '700']);
  });

  it('leaves files outside it and those of Postgres unchanged', () => {
    lock();
    expect([modeOf(join(folder, 'elsewhere')), modeOf(join(dataDir, 'postgres'))]).toEqual(['644', '750']);
  });

  it('belongs to the launcher’s user when Postgres runs elsewhere', () => {
    process.env['DATABASE_URL'] = 'postgresql://elsewhere/x';
    try {
      lock();
    } finally {
      delete process.env['DATABASE_URL'];
    }
    expect(modeOf(dataDir)).toBe('700');
  });

  it('is created closed', () => {
    rmSync(dataDir, { recursive: true });
    lock();
    expect(existsSync(dataDir) && statSync(dataDir).mode & 0o007).toBe(0);
    mkdirSync(dataDir, { recursive: true });
  });
});

describe('the environment of a process', () => {
  const shell = {
    PATH: '/bin',
    LC_ALL: 'C',
    GITHUB_TOKEN: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    NWS_USER_AGENT: 'me',
    OTEL_EXPORTER_OTLP_HEADERS: 'x',
    ADMIN_PASSWORD: 'x',
    ADMIN_PASSWORD_FILE: '/x',
    DATABASE_URL: 'x',
    S3_SECRET_KEY: 'x',
    BACKUP_PASSWORD: 'x',
  };
  const ofAll = ['PATH', 'LC_ALL', 'NWS_USER_AGENT', 'OTEL_EXPORTER_OTLP_HEADERS'];

  it.each<[Parameters<typeof environmentOf>[0], string[]]>([
    ['auth', ['ADMIN_PASSWORD', 'ADMIN_PASSWORD_FILE', 'DATABASE_URL']],
    ['picture-worker', ['DATABASE_URL', 'S3_SECRET_KEY']],
    ['simulator', []],
    ['setup', ['DATABASE_URL', 'S3_SECRET_KEY']],
  ])('of %s has settings and its own secrets, and nothing else from the shell', (name, own) => {
    expect(Object.keys(environmentOf(name, shell)).sort()).toEqual([...ofAll, ...own].sort());
  });

  it('is defined for every process', () => {
    for (const name of [...parts, 'gateway'] as const) expect(environmentOf(name, shell)).toHaveProperty('PATH');
  });

  it('of a store has only variables of the machine', () => {
    expect(Object.keys(machineEnvironment(shell))).toEqual(['PATH', 'LC_ALL']);
  });
});
