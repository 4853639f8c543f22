import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOf, readBlocks } from './docs-commands.mjs';

const page = (text: string, file = 'page.md') => ({ file, text });
const block = (name: string, ...lines: string[]) => `<!-- run: ${name} -->\n\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n`;

describe('the command blocks of the documentation', () => {
  it('are found by the name in the comment above them', () => {
    const text = `# Title\n\n${block('one', 'echo 1', '', 'echo \\', '  2')}\nText\n\n${block('two', 'ls')}\n\`\`\`sh\nrm\n\`\`\`\n`;
    expect([...readBlocks([page(text)])]).toEqual([
      ['one', { file: 'page.md', commands: ['echo 1', 'echo   2'] }],
      ['two', { file: 'page.md', commands: ['ls'] }],
    ]);
  });

  it('are rejected when a name is used twice', () => {
    const pages = [page(block('one', 'ls')), page(block('one', 'ls'), 'other.md')];
    expect(() => readBlocks(pages)).toThrow('other.md: the block "one" is also in page.md');
  });

  it('are rejected when the comment is above something else', () => {
    for (const text of ['<!-- run: one -->\n\n    ls\n', `<!-- run: one -->\n\`\`\`ini\nA=1\n\`\`\`\n`])
      expect(() => readBlocks([page(`${text}\n${block('two', 'ls')}`)])).toThrow('page.md: a "run" comment');
  });

  it('have each placeholder replaced', () => {
    const blocks = readBlocks([page(block('one', 'restore backup-…'))]);
    expect(commandsOf('one', { 'backup-…': 'backup-2026' }, blocks)).toEqual(['restore backup-2026']);
    expect(() => commandsOf('one', {}, blocks)).toThrow('"restore backup-…" has a placeholder without a value');
  });

  it('are requested only by existing names', () => {
    expect(() => commandsOf('none', {}, readBlocks([page(block('one', 'ls'))]))).toThrow(
      'no block "none"; blocks: one',
    );
  });

  it('are all executed by a script', () => {
    const scripts = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.mjs') && !file.includes('node_modules'))
      .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
      .join('\n');
    const names = [...readBlocks().keys()];
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !scripts.includes(`commandsOf('${name}'`))).toEqual([]);
  });
});
