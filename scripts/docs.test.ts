import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Checks names of files, commands and variables, and the figures of a table. */

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Skips files installed, built or created at run time. */
function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return /^(node_modules|dist|out|shots|coverage|\.git|\.data.*)$/.test(entry.name) ? [] : filesIn(path);
  });
}
const files = filesIn('');
const documents = files.filter((file) => file.endsWith('.md'));
/** Written by operators. */
const operatorsOwn = ['docker-compose.override.yml', 'compose.release.yml'];

describe('the documents', () => {
  it('name only existing files', () => {
    // The recipes of CONTRIBUTING.md name files that don't exist yet.
    const named = documents
      .filter((document) => document !== 'CONTRIBUTING.md')
      .flatMap((document) =>
        [...read(document).matchAll(/`([\w-][\w./-]*\.(?:ts|tsx|mjs|sh|proto|ya?ml|conf|bin|md))`/g)].map(
          ([, file]) => [document, file!] as const,
        ),
      );
    expect(named.length).toBeGreaterThan(100);
    const known = [...files, ...operatorsOwn];
    expect(named.filter(([, name]) => !known.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual([]);
  });

  it('link only to existing pages', () => {
    const links = documents.flatMap((document) =>
      [...read(document).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link]) => [
        document,
        join(document, '..', link!),
      ]),
    );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(([, page]) => !files.some((file) => file === page || file.startsWith(`${page}/`)))).toEqual([]);
  });

  it('name only existing commands', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const commands = documents.flatMap((document) =>
      [...read(document).matchAll(/npm run (?:-\S+ )*([a-z][\w:-]*)/g)].map(([, command]) => command!),
    );
    expect(commands.length).toBeGreaterThan(20);
    expect(commands.filter((command) => !(command in scripts))).toEqual([]);
  });
});

it('.env.example lists every variable that a process reads', () => {
  const configurations = files.filter((file) => /^(gateway|services\/[\w-]+)\/src\/(base\/)?config\.ts$/.test(file));
  const variables = configurations.flatMap((file) =>
    [...read(file).matchAll(/^ +([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name!),
  );
  expect(configurations).toHaveLength(7);
  const known = new Set([...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name));
  expect(variables.filter((name) => !known.has(name))).toEqual([]);
});

describe('the table of OWASP ASVS 5.0.0, levels 1 and 2, in docs/security.md', () => {
  /** Requirements of these levels per section, numbered from 1. */
  const sections: Record<string, number> = {
    '1.1': 2,
    '1.2': 9,
    '1.3': 11,
    '1.4': 3,
    '1.5': 2,
    '2.1': 3,
    '2.2': 3,
    '2.3': 4,
    '2.4': 1,
    '3.2': 2,
    '3.3': 4,
    '3.4': 6,
    '3.5': 5,
    '3.7': 2,
    '4.1': 3,
    '4.2': 1,
    '4.3': 2,
    '4.4': 4,
    '5.1': 1,
    '5.2': 3,
    '5.3': 2,
    '5.4': 3,
    '6.1': 3,
    '6.2': 12,
    '6.3': 4,
    '6.4': 4,
    '6.5': 5,
    '6.6': 3,
    '6.8': 4,
    '7.1': 3,
    '7.2': 4,
    '7.3': 2,
    '7.4': 5,
    '7.5': 2,
    '7.6': 2,
    '8.1': 2,
    '8.2': 3,
    '8.3': 1,
    '8.4': 1,
    '9.1': 3,
    '9.2': 4,
    '11.1': 2,
    '11.2': 3,
    '11.3': 3,
    '11.4': 4,
    '11.5': 1,
    '11.6': 1,
    '12.1': 3,
    '12.2': 2,
    '12.3': 4,
    '13.1': 1,
    '13.2': 5,
    '13.3': 2,
    '13.4': 5,
    '14.1': 2,
    '14.2': 4,
    '14.3': 3,
    '15.1': 3,
    '15.2': 3,
    '15.3': 7,
    '16.1': 1,
    '16.2': 5,
    '16.3': 4,
    '16.4': 3,
    '16.5': 3,
  };
  /** Chapters without applicable requirements: 10, OAuth, and 17, WebRTC. */
  const inWholeChapters = 29 + 7;

  /** Expands "7.2.1, 7.2.2" and "9.1.1 to 9.1.3". */
  const idsOf = (cell: string) =>
    cell.split(', ').flatMap((part) => {
      const [first, last = first] = part.split(' to ');
      const section = first!.slice(0, first!.lastIndexOf('.'));
      const [from, to] = [first, last].map((id) => Number(id!.split('.')[2]));
      return Array.from({ length: to! - from! + 1 }, (_, index) => `${section}.${from! + index}`);
    });
  const page = read('docs/security.md');
  const rows = [...page.matchAll(/^\| (\d[\d., to]*) \| (yes|\*\*no\*\*|–) \|/gm)].flatMap(([, cell, verdict]) =>
    idsOf(cell!).map((id) => ({ id, verdict })),
  );

  it('has each requirement once', () => {
    const requested = Object.entries(sections).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    );
    expect(rows.map(({ id }) => id).sort()).toEqual(requested.sort());
  });

  it('has the right totals', () => {
    const count = (requested: string) => rows.filter(({ verdict }) => verdict === requested).length;
    const met = count('yes');
    const not = count('**no**');
    const other = count('–') + inWholeChapters;
    expect(page).toContain(
      `Of ${met + not + other} requirements of levels 1 and 2, **${met} are met, ${not} are not, ${other} do not apply**`,
    );
  });
});
