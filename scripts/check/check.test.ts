import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { changedFiles } from './changed-files.mjs';
import { readImports } from './import-graph.mjs';
import { planChecks } from './plan.mjs';

let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-check-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content = ''): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

describe('the changed files', () => {
  function git(...words: string[]): void {
    const settings = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
    const { status, stderr } = spawnSync('git', [...settings, ...words], { cwd: folder, encoding: 'utf8' });
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

  it('are those of the last commit on an unchanged main', () => {
    expect(changedFiles(folder)).toEqual({ changed: ['second.ts'], deleted: [] });
  });

  it('are those that are not committed on a changed main', () => {
    write('first.ts', 'edited');
    write('new folder/ümlaut.ts');
    write('dist/built.js');
    expect(changedFiles(folder)).toEqual({ changed: ['first.ts', 'new folder/ümlaut.ts'], deleted: [] });
  });

  it('are committed, staged, edited, untracked and deleted ones on a branch, but not what main got meanwhile', () => {
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

  it('need git', () => {
    rmSync(join(folder, '.git'), { recursive: true });
    expect(() => changedFiles(folder)).toThrow(/clone the repository with git/);
  });
});

describe('the checks of a change', () => {
  beforeEach(() => {
    const options = { module: 'NodeNext', types: [], jsx: 'preserve' };
    const project = (include: string[]) => JSON.stringify({ compilerOptions: options, include });
    write('package.json', JSON.stringify({ type: 'module' }));
    write('tsconfig.json', project(['services/**/*.ts', 'scripts/**/*.ts']));
    write('web/tsconfig.json', project(['src/**/*']));
    write('tests/tsconfig.json', project(['**/*.ts']));
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
    write('tests/e2e/journey.test.ts', "import '../../services/testing/app.js';");
    write('scripts/tool.mjs', 'export const tool = 1;');
    write('scripts/tool.d.mts', 'export const tool: number;');
    write('scripts/uses-tool.mjs', "import './tool.mjs';");
    write('scripts/more/uses-tool.test.ts', "import '../uses-tool.mjs'; import '../tool.mjs';");
  });

  function planFor(changed: string[], deleted: string[] = []) {
    const { typed, untyped, tests, left } = planChecks({ changed, deleted }, readImports(folder));
    const parts = [...typed].map(([project, { check, lint }]) => [project, { check: check.sort(), lint }]);
    return { typed: Object.fromEntries(parts) as Record<string, unknown>, untyped, tests, left };
  }

  it('of a test are its own types, and the tests beside it', () => {
    expect(planFor(['services/auth/limits.test.ts'])).toEqual({
      typed: { '.': { check: ['services/auth/limits.test.ts'], lint: ['services/auth/limits.test.ts'] } },
      untyped: [],
      tests: ['services/auth/limits.test.ts', 'services/auth/rule.test.ts'],
      left: [],
    });
  });

  it('of a source are the types of what imports it, and the tests nearby', () => {
    expect(planFor(['services/auth/rule.ts'])).toEqual({
      typed: {
        '.': {
          check: [
            ...['services/auth/main.ts', 'services/auth/rule.test.ts', 'services/auth/rule.ts'],
            'services/testing/app.ts',
          ],
          lint: ['services/auth/rule.ts'],
        },
      },
      untyped: [],
      tests: ['services/auth/limits.test.ts', 'services/auth/rule.test.ts'],
      left: ['services/other/far.test.ts', 'tests/e2e/journey.test.ts'],
    });
  });

  it('of a page are in its own project', () => {
    expect(planFor(['web/src/button.tsx']).typed).toEqual({
      web: { check: ['web/src/button.tsx', 'web/src/page.tsx'], lint: ['web/src/button.tsx'] },
    });
  });

  it('of a file that no project lists are in the project that imports it', () => {
    expect(planFor(['web/vite.config.ts']).typed).toEqual({
      web: { check: ['web/src/config.ts', 'web/vite.config.ts'], lint: ['web/vite.config.ts'] },
    });
  });

  it('of a script are lint, and the tests that import it', () => {
    expect(planFor(['scripts/tool.mjs'])).toMatchObject({
      untyped: ['scripts/tool.mjs'],
      tests: ['scripts/more/uses-tool.test.ts'],
    });
  });

  it('of a deleted file are the types of what imported it', () => {
    rmSync(join(folder, 'services/auth/rule.ts'));
    const { typed, tests } = planFor([], ['services/auth/rule.ts']);
    expect(typed).toMatchObject({
      '.': { check: expect.arrayContaining(['services/auth/main.ts', 'services/auth/rule.test.ts']), lint: [] },
    });
    expect(tests).toContain('services/auth/rule.test.ts');
  });

  it('of a contract are the types of what imports its generated ones', () => {
    write('proto/gen/nest/auth/v1/roles.ts', 'export type Role = string;');
    write(
      'services/auth/roles.ts',
      "import type { Role } from '../../proto/gen/nest/auth/v1/roles.js'; export const role: Role = '';",
    );
    expect(planFor(['proto/auth/v1/roles.proto']).typed).toMatchObject({
      '.': { check: expect.arrayContaining(['services/auth/roles.ts']), lint: [] },
    });
  });

  it('of a compiler setting are the types of every file', () => {
    const { typed } = planFor(['tsconfig.json']);
    expect(Object.keys(typed)).toEqual(['.', 'web', 'tests']);
  });

  it('leave more than forty tests to CI', () => {
    for (let each = 0; each < 45; each += 1) write(`services/auth/some-${each}.test.ts`, "import './rule.js';");
    const { tests, left } = planFor(['services/auth/rule.ts', 'services/auth/some-44.test.ts']);
    expect(tests).toHaveLength(40);
    // What was changed goes first.
    expect(tests[0]).toBe('services/auth/some-44.test.ts');
    expect(tests.length + left.length).toBe(49);
  });

  it('of a document are none', () => {
    expect(planFor(['docs/proof.md'])).toEqual({ typed: {}, untyped: [], tests: [], left: [] });
  });
});
