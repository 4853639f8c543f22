import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { changedFiles } from './changed-files.mjs';
import { readImports } from './import-graph.mjs';
import { planChecks } from './plan-checks.mjs';

let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-check-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content = ''): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

describe('changed files', () => {
  function git(...args: string[]): void {
    const settings = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
    const { status, stderr } = spawnSync('git', [...settings, ...args], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }
  function commit(path: string, content = path): void {
    write(path, content);
    git('add', '-A');
    git('commit', '-m', `Add ${path}`);
  }

  beforeEach(() => {
    git('init', '--initial-branch', 'main');
    write('.gitignore', 'dist/\n');
    commit('first.ts');
    commit('second.ts');
  });

  it('are those of the last commit on main with a clean tree', () => {
    expect(changedFiles(folder)).toEqual({ changed: ['second.ts'], deleted: [] });
  });

  it('are the uncommitted and untracked ones on main', () => {
    write('first.ts', 'edited');
    write('new folder/ümlaut.ts');
    write('dist/built.js');
    expect(changedFiles(folder)).toEqual({ changed: ['first.ts', 'new folder/ümlaut.ts'], deleted: [] });
  });

  it('include committed, staged, untracked and deleted files of a branch, but no later commits of main', () => {
    git('switch', '-c', 'branch');
    commit('committed.ts');
    git('switch', 'main');
    commit('of-main.ts');
    git('switch', 'branch');
    write('staged.ts');
    git('add', 'staged.ts');
    write('untracked.ts');
    rmSync(join(folder, 'second.ts'));
    expect(changedFiles(folder)).toEqual({
      changed: ['committed.ts', 'staged.ts', 'untracked.ts'],
      deleted: ['second.ts'],
    });
  });

  it('require a git checkout', () => {
    rmSync(join(folder, '.git'), { recursive: true });
    expect(() => changedFiles(folder)).toThrow(/clone the repository with git/);
  });
});

describe('npm run check', () => {
  beforeEach(() => {
    const options = { module: 'NodeNext', types: [], jsx: 'preserve', allowJs: true };
    const project = (include: string[]) => JSON.stringify({ compilerOptions: options, include });
    write('package.json', JSON.stringify({ type: 'module' }));
    write('tsconfig.json', project(['services/**/*.ts', 'scripts/**/*.ts']));
    write('web/tsconfig.json', project(['src/**/*']));
    write('tests/tsconfig.json', project(['**/*.ts']));
    write('scripts/tsconfig.json', project(['**/*.mjs']));
    write('services/auth/rule.ts', 'export const rule = 1;');
    write('services/auth/rule.test.ts', "import { rule } from './rule.js'; export const test = rule;");
    write('services/auth/main.ts', "import { rule } from './rule.js'; export const main = rule;");
    write('services/auth/limits.test.ts', 'export const limits = 1;');
    write('services/testing/app.ts', "import { main } from '../auth/main.js'; export const app = main;");
    write('services/other/far.test.ts', "import { app } from '../testing/app.js'; export const far = app;");
    write('web/src/button.tsx', 'export const button = 1;');
    write('web/src/page.tsx', "export { button } from './button.js';");
    write('web/vite.config.ts', 'export const unlisted = 1;');
    write('web/src/config.ts', "import '../vite.config.js';");
    write('tests/e2e/photo-submission.test.ts', "import '../../services/testing/app.js';");
    write('scripts/tool.mjs', 'export const tool = 1;');
    write('scripts/uses-tool.mjs', "import './tool.mjs';");
    write('scripts/more/uses-tool.test.ts', "import '../uses-tool.mjs'; import '../tool.mjs';");
  });

  function planFor(changed: string[], deleted: string[] = []) {
    return planChecks({ changed, deleted }, readImports(folder));
  }

  it('lints a changed test and runs the tests in its folder', () => {
    expect(planFor(['services/auth/limits.test.ts'])).toEqual({
      lint: ['services/auth/limits.test.ts'],
      tests: ['services/auth/limits.test.ts', 'services/auth/rule.test.ts'],
      left: [],
    });
  });

  it('runs tests near a changed source, but not distant ones', () => {
    expect(planFor(['services/auth/rule.ts'])).toEqual({
      lint: ['services/auth/rule.ts'],
      tests: ['services/auth/limits.test.ts', 'services/auth/rule.test.ts'],
      left: ['services/other/far.test.ts', 'tests/e2e/photo-submission.test.ts'],
    });
  });

  it('runs the tests of files that import a file listed in no tsconfig.json', () => {
    write('web/src/config.test.ts', "import '../vite.config.js';");
    expect(planFor(['web/vite.config.ts']).tests).toEqual(['web/src/config.test.ts']);
  });

  it('lints a changed script and runs the tests that import it', () => {
    expect(planFor(['scripts/tool.mjs'])).toMatchObject({
      lint: ['scripts/tool.mjs'],
      tests: ['scripts/more/uses-tool.test.ts'],
    });
  });

  it('runs the tests that imported a deleted file', () => {
    rmSync(join(folder, 'services/auth/rule.ts'));
    expect(planFor([], ['services/auth/rule.ts']).tests).toContain('services/auth/rule.test.ts');
  });

  it('runs the tests of files that import the types of a changed contract', () => {
    write('proto/gen/nest/auth/v1/roles.ts', 'export type Role = string;');
    write('services/roles/roles.test.ts', "import '../../proto/gen/nest/auth/v1/roles.js';");
    expect(planFor(['proto/auth/v1/roles.proto']).tests).toEqual(['services/roles/roles.test.ts']);
  });

  it('runs at most forty test files, changed ones first', () => {
    for (let each = 0; each < 45; each += 1) write(`services/auth/some-${each}.test.ts`, "import './rule.js';");
    const { tests, left } = planFor(['services/auth/rule.ts', 'services/auth/some-44.test.ts']);
    expect(tests).toHaveLength(40);
    expect(tests[0]).toBe('services/auth/some-44.test.ts');
    expect(tests.length + left.length).toBe(49);
  });

  it('lints and tests nothing for a document', () => {
    expect(planFor(['docs/proofs.md'])).toEqual({ lint: [], tests: [], left: [] });
  });
});
