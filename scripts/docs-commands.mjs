/**
 * Reads the command blocks of the documentation that CI executes. A comment on the line above names a block:
 *
 *     <!-- run: back-up-compose -->
 *     ```sh
 *     docker compose run --rm backup
 *     ```
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/checkout.mjs';

const marker = /^<!-- run: (.+?) -->\n(.*\n)?((?:(?!^```).*\n)*?)^```$/gm;
const documents = () =>
  ['README.md', ...readdirSync(join(root, 'docs'), { recursive: true }).map((name) => `docs/${name}`)]
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/**
 * @returns {Map<string, { file: string, commands: string[] }>} by name
 * @throws Error when a name is used twice or a comment is not directly above an sh block
 */
export function readBlocks(pages = documents()) {
  /** @type {Map<string, { file: string, commands: string[] }>} */
  const blocks = new Map();
  for (const { file, text } of pages) {
    const named = [...text.matchAll(/^<!-- run: .+? -->$/gm)].length;
    const found = [...text.matchAll(marker)].filter(([, , fence]) => fence === '```sh\n');
    if (found.length !== named) throw new Error(`${file}: a "run" comment is not directly above a block of \`\`\`sh`);
    for (const [, name = '', , body = ''] of found) {
      const other = blocks.get(name);
      if (other) throw new Error(`${file}: the block "${name}" is also in ${other.file}`);
      blocks.set(name, { file, commands: body.replaceAll('\\\n', '').split('\n').filter(Boolean) });
    }
  }
  return blocks;
}

/**
 * @param {string} name
 * @param {Record<string, string>} replacing values for the documentation's placeholders, such as `backup-…`
 * @throws Error when there is no such block, or a placeholder has no replacement
 */
export function commandsOf(name, replacing = {}, blocks = readBlocks()) {
  const block = blocks.get(name);
  if (!block) throw new Error(`The documentation has no block "${name}"; blocks: ${[...blocks.keys()].join(', ')}`);
  return block.commands.map((command) => {
    const filled = Object.entries(replacing).reduce((text, [from, to]) => text.replaceAll(from, to), command);
    if (filled.includes('…')) throw new Error(`${block.file}: "${filled}" has a placeholder without a value`);
    return filled;
  });
}
