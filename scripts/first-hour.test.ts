import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typed } from './compose/compose-test/first-hour.mjs';
import { readComposeFiles } from './lib/compose-files.mjs';

/** Checks pictures, and that every command of the operators' page is tested. */

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const editors = read('docs/editors.md');
const operators = ['install', 'storm-day'].map((name) => read(`docs/operations/${name}.md`)).join('\n');

const blocks = (page: string, language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].flatMap(([, text]) =>
    text!.split('\n').filter(Boolean),
  );

describe('the pictures', () => {
  const folder = join(root, 'docs/pictures');
  const taken = readdirSync(folder).sort();

  it('are those that the pages show, no more and no fewer', () => {
    const visible = [...`${editors}${operators}`.matchAll(/!\[[^\]]+\]\((?:\.\.\/)?pictures\/([^)]+)\)/g)].map(
      ([, file]) => file,
    );
    expect(visible.sort()).toEqual(taken);
  });

  it('are small', () => {
    const sizes = taken.map((file) => ({ file, bytes: statSync(join(folder, file)).size }));
    expect(sizes.filter(({ bytes }) => bytes > 120_000)).toEqual([]);
    expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(1_200_000);
  });
});

describe('a link to a page', () => {
  /** Generates anchors as GitHub does. */
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');

  it('leads to a heading that is there', () => {
    const links = [...operators.matchAll(/\]\(([\w-]+\.md)#([^)]+)\)/g)];
    expect(links.length).toBeGreaterThan(5);
    const dead = links.filter(([, page, anchor]) => {
      const headings = [...read(`docs/operations/${page}`).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
        anchorOf(heading!),
      );
      return !headings.includes(anchor!);
    });
    expect(dead.map(([link]) => link)).toEqual([]);
  });
});

describe('a command of the operators’ page', () => {
  /** Commands that another test or proof runs, and the text in its file. */
  const elsewhere: Record<string, { file: string; says: string }[]> = {
    'npm start -- --simulated': [
      { file: 'package.json', says: 'scripts/start.mjs"' },
      {
        file: 'scripts/lib/launch.mjs',
        says: 'spawn(process.execPath, [join(checkout, `scripts/${command}.mjs`), ...args]',
      },
      { file: 'scripts/lib/product-process.mjs', says: "simulated ? ['--simulated']" },
      { file: 'tests/e2e/start.test.ts', says: 'Product.start({ simulated: true' },
    ],
    'node scripts/compose/upgrade.mjs': [
      { file: 'docs/operations/upgrade.md', says: '\nnode scripts/compose/upgrade.mjs\n' },
      { file: 'scripts/compose/compose-test/upgrade.mjs', says: "commandsOf('upgrade-compose')" },
    ],
    'node scripts/compose/downgrade.mjs': [
      { file: 'docs/operations/upgrade.md', says: '\nnode scripts/compose/downgrade.mjs\n' },
      { file: 'scripts/compose/compose-test/upgrade.mjs', says: "commandsOf('downgrade-compose')" },
    ],
  };
  /** Commands that run here, in a folder with the files they need. */
  const here = ['cp .env.example .env', 'df -h'];

  const commands = blocks(operators, 'sh');
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'first-hour-'));
    copyFileSync(join(root, '.env.example'), join(folder, '.env.example'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is executed by a test', () => {
    expect(commands.length).toBeGreaterThan(15);
    const existing = [...here, ...typed, ...Object.keys(elsewhere)];
    expect(commands.filter((command) => !existing.includes(command))).toEqual([]);
    // No executed command is missing from the page.
    expect(existing.filter((command) => !commands.includes(command))).toEqual([]);
    expect(read('scripts/compose/compose-test/run.mjs')).toContain('firstHour,');
  });

  it.each(Object.entries(elsewhere))('%s is executed where we say it is', (_command, places) => {
    expect(places.filter(({ file, says }) => !read(file).includes(says))).toEqual([]);
  });

  it.each(here)('%s does what it says', (command) => {
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('copies settings that change nothing until edited', () => {
    const settings = new Map(
      [...readFileSync(join(folder, '.env'), 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [
        name!,
        value!,
      ]),
    );
    // Other variables have defaults in the process; an empty setting counts as unset.
    const differing = [...readComposeFiles().text.matchAll(/\$\{([A-Z0-9_]+):-([^${}]+)\}/g)].filter(
      ([, name, value]) => settings.get(name!) && settings.get(name!) !== value,
    );
    expect(differing.map(([text]) => `${text} is ${settings.get(/\w+/.exec(text)![0])} in .env.example`)).toEqual([]);
  });
});

describe('the settings of the operators’ page', () => {
  const names = blocks(operators, 'ini').map((line) => line.slice(0, line.indexOf('=')));

  it('are settings, and compose passes them on', () => {
    const example = read('.env.example');
    const { text: compose } = readComposeFiles();
    expect(names.filter((name) => !example.includes(`\n${name}=`) || !compose.includes(`\${${name}:-`))).toEqual([]);
  });

  it('are all that production requires', () => {
    const [, required] = /Production requires ([A-Z_, and]+)\. Secrets/.exec(
      read('.env.example').replaceAll('\n# ', ' '),
    )!;
    const all = ['NODE_ENV', ...required!.split(/, | and /)];
    expect(all).toHaveLength(5);
    expect(names.slice(0, all.length)).toEqual(all);
  });
});
