import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeSecrets, consumers } from './secrets.mjs';
import { storeAccess, storePolicy } from '../../services/platform/local/store-access.mjs';

const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-store-setup-'));
const result = join(folder, 'told');
const names = Object.keys(storeAccess) as (keyof typeof storeAccess)[];
const { secrets } = completeSecrets({});
const folders = consumers(secrets);

/** In mc's image, besides its shell. */
const tools = ['cat', 'chmod', 'cp', 'mkdir', 'mv', 'rm', 'sleep'];

const rules = join(folder, 'rules.json');

/** RULES: the store supports lifecycle rules; VERSIONS: it supports versioning. */
const mc = `#!/bin/sh
printf '%s\\n' "$*" >>${result}
kept() { [ -n "\${RULES:-}" ] && [ -f ${rules} ] && cat ${rules}; }
case "$*" in
  'admin user list store') [ -z "\${WITHOUT_ADMINISTRATION:-}" ] ;;
  'admin policy create store '*) cp "$6" "${folder}/$5.json" ;;
  'admin policy attach store '*) printf %s "$5" >"${folder}/$7.attached" ;;
  'admin user info store '*) cat "${folder}/$5.attached" ;;
  '--json ilm rule export '*)
    if [ -z "\${RULES:-}" ]; then echo '{"status":"error","error":{"cause":{"error":{"Code":"NotImplemented"}}}}'; exit 1; fi
    if [ ! -f ${rules} ]; then echo '{"status":"error","error":{"cause":{"error":{"Code":"NoSuchLifecycleConfiguration"}}}}'; exit 1; fi
    printf '{"status":"success","config":%s}' "$(kept)" ;;
  'ilm rule export '*) kept ;;
  'ilm rule import '*) [ -n "\${RULES:-}" ] && cat >${rules} ;;
  'ilm rule edit '*) printf '{"Rules":[{"ID":"%s","NoncurrentVersionExpiration":{"NoncurrentDays":%s}}]}' "$5" "$7" >${rules} ;;
  'version enable '*) [ -n "\${VERSIONS:-}" ] ;;
esac
`;

const write = (name: string, files: Record<string, string>) => {
  mkdirSync(join(folder, name));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), text);
};

function setUp(environment: Record<string, string> = {}) {
  rmSync(result, { force: true });
  const { status, stdout, stderr } = spawnSync('/bin/sh', [join(import.meta.dirname, 'store-setup.sh')], {
    encoding: 'utf8',
    env: {
      PATH: join(folder, 'bin'),
      STORE_URL: 'http://object-store:9000',
      STORE_BUCKET: 'my-bucket',
      ROOT_KEY: join(folder, 'root'),
      KEYS: join(folder, 'keys'),
      KEY_OUT: join(folder, 'out'),
      ...environment,
    },
  });
  const output = stdout.split('\n').filter((line) => /version/.test(line));
  return { status, stderr, said: output, lines: readFileSync(result, 'utf8').trim().split('\n') };
}

beforeAll(() => {
  mkdirSync(join(folder, 'bin'));
  for (const tool of tools)
    symlinkSync(['/bin', '/usr/bin'].map((path) => join(path, tool)).find(existsSync)!, join(folder, 'bin', tool));
  writeFileSync(join(folder, 'bin/mc'), mc);
  chmodSync(join(folder, 'bin/mc'), 0o755);
  write('root', folders['store-root']!.files);
  write('keys', folders['store-keys']!.files);
});

afterAll(() => rmSync(folder, { recursive: true }));

const handedOn = (name: string) =>
  ['access-key', 'secret-key'].map((file) => readFileSync(join(folder, 'out', name, file), 'utf8'));

describe('setting up the object store', () => {
  it("gives each process a separate key, with its line's policy for this bucket", () => {
    const { status, stderr, lines } = setUp();
    expect([status, stderr]).toEqual([0, '']);
    expect(lines).toContain('mb --ignore-existing store/my-bucket');
    for (const name of names) {
      const { 'access-key': key, 'secret-key': secret } = folders[`store-${name}`]!.files;
      expect(lines).toContain(`admin user add store ${key} ${secret}`);
      expect(lines).toContain(`admin policy attach store aw-${name} --user ${key}`);
      const policy = JSON.stringify(storePolicy(storeAccess[name])).replaceAll(':::BUCKET', ':::my-bucket');
      expect(readFileSync(join(folder, `aw-${name}.json`), 'utf8')).toBe(policy);
      expect(handedOn(name)).toEqual([key, secret]);
    }
  });

  it('removes the formerly shared key', () => {
    const retired = join(folder, 'keys/retired.access-key');
    writeFileSync(retired, 'the-old-key');
    expect(setUp().lines).toContain('admin user remove store the-old-key');
    rmSync(retired);
  });

  it('passes on the root key if a store has no administration API, and only with KEY_OUT', () => {
    const { status, stderr } = setUp({ WITHOUT_ADMINISTRATION: 'yes' });
    expect([status, stderr]).toEqual([0, expect.stringContaining('its root key is used for everything')]);
    for (const name of names) expect(handedOn(name)).toEqual([secrets['storeRootUser'], secrets['storeRootPassword']]);
    expect(setUp({ WITHOUT_ADMINISTRATION: 'yes', KEY_OUT: '' })).toMatchObject({ status: 1 });
  });
});

describe('earlier versions of objects', () => {
  const all = { RULES: 'yes', VERSIONS: 'yes' };
  const none = { WITHOUT_ADMINISTRATION: 'yes' };
  afterEach(() => rmSync(rules, { force: true }));

  it('expire after a while, so that deletions become final: radar frames and raw uploads sooner', () => {
    const { status, said: output, lines } = setUp(all);
    expect([status, output]).toEqual([0, ['store-setup: earlier versions are kept for 14 days']]);
    const { Rules } = JSON.parse(readFileSync(rules, 'utf8')) as { Rules: object[] };
    const enabled = { Status: 'Enabled' };
    expect(Rules).toEqual([
      {
        ID: 'deleted-is-gone',
        ...enabled,
        Filter: {},
        NoncurrentVersionExpiration: { NoncurrentDays: 14 },
        Expiration: { ExpiredObjectDeleteMarker: true },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
      {
        ID: 'uploads-are-gone',
        ...enabled,
        Filter: { Prefix: 'staging/' },
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      },
      {
        ID: 'radar-is-gone',
        ...enabled,
        Filter: { Prefix: 'public/radar/' },
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
        Expiration: { Days: 1 },
      },
    ]);
    const ofVersions = lines.filter((line) => /^(ilm|version)/.test(line));
    // The expiration rule is set first.
    expect(ofVersions.slice(-3)).toEqual([
      'ilm rule import store/my-bucket',
      'ilm rule export store/my-bucket',
      'version enable store/my-bucket',
    ]);
  });

  it('expire after a different time if set, and rules are not added twice', () => {
    setUp(all);
    const { said: output, lines } = setUp({ ...all, STORE_VERSIONS_DAYS: '30' });
    expect(output).toEqual(['store-setup: earlier versions are kept for 30 days']);
    expect(lines).toContain('ilm rule edit --id deleted-is-gone --noncurrent-expire-days 30 store/my-bucket');
    expect(lines).not.toContain('ilm rule import store/my-bucket');
  });

  it.each([
    [
      'does not support expiration rules',
      {},
      'no earlier versions are kept: this store does not support expiration rules',
    ],
    [
      'does not support versioning',
      { RULES: 'yes' },
      'no earlier versions are kept: this store does not support versioning',
    ],
    [
      'has no administration API',
      { ...none },
      'no earlier versions are kept: this store does not support expiration rules',
    ],
    ['supports both, but has no administration API', { ...none, ...all }, 'earlier versions are kept for 14 days'],
  ])('are reported in a line if a store %s', (_what, environment, sentence) => {
    expect(setUp(environment)).toMatchObject({ status: 0, said: [`store-setup: ${sentence}`] });
  });

  it('stay unchanged with custom rules, or when disabled', () => {
    const own = '{"Rules":[{"ID":"mine","NoncurrentVersionExpiration":{"NoncurrentDays":14}}]}';
    writeFileSync(rules, own);
    const { said: output, lines } = setUp(all);
    expect(output).toEqual(['store-setup: my-bucket has custom rules; they and its versions are left unchanged']);
    expect(lines).not.toContain('version enable store/my-bucket');
    expect(readFileSync(rules, 'utf8')).toBe(own);
    expect(setUp({ ...all, STORE_VERSIONS_DAYS: '0' }).lines.filter((line) => /ilm|version/.test(line))).toEqual([]);
  });
});

describe('the policies for roles', () => {
  const policyFor = (...args: string[]) => {
    const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'store-policies.mjs'), ...args], {
      encoding: 'utf8',
    });
    return { status, text: stdout };
  };
  interface Policy {
    Statement: { Action: string[]; Resource: string[]; Condition?: object }[];
  }

  it.each(names)('describe for %s the permissions of its key, and allow detecting a missing object', (name) => {
    const { text } = policyFor(name, 'my-bucket');
    const { Statement } = JSON.parse(text) as Policy;
    const { read, write, remove } = storeAccess[name];
    const may = (action: string) => Statement.find(({ Action }) => Action.includes(action))?.Resource ?? [];
    const below = (prefixes: string[]) => prefixes.map((prefix) => `arn:aws:s3:::my-bucket/${prefix}*`);
    expect([may('s3:GetObject'), may('s3:PutObject'), may('s3:DeleteObject')]).toEqual(
      [read, write, remove].map(below),
    );
    expect(Statement).toContainEqual({
      Effect: 'Allow',
      Action: ['s3:ListBucket'],
      Resource: ['arn:aws:s3:::my-bucket'],
    });
  });

  it.each([[[]], [['nobody', 'my-bucket']], [['gateway']], [['gateway', 'no bucket']]])(
    'are rejected for %j',
    (args) => {
      expect(policyFor(...args)).toEqual({ status: 64, text: '' });
    },
  );
});
