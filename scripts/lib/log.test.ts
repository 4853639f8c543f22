import { PassThrough } from 'node:stream';
import { until } from '../../services/platform/testing/until.js';
import { follow, log } from './log.mjs';

/** Returns what the launcher prints for a child's output, without the time. */
async function printed(output: string, options?: { traces?: boolean }): Promise<string> {
  const child = { stdout: new PassThrough(), stderr: new PassThrough() };
  let text = '';
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  try {
    follow('gateway', child, options);
    child.stdout.end(`${output}\nlast\n`);
    await until('the last line to be printed', () => text.endsWith('last\n'));
  } finally {
    write.mockRestore();
  }
  return text.replaceAll(/^\d\d:\d\d:\d\d /gm, '');
}
const hostile = 'a\u001b[2J\u001b[31mb\n12:00:00 gateway ready\r\u0007\u009b31m\u202etxt';

it.each([
  ['a message', JSON.stringify({ level: 40, msg: hostile })],
  ['a field', JSON.stringify({ level: 40, msg: 'a report', directive: hostile })],
  ['an object', JSON.stringify({ level: 40, msg: 'a report', body: { [hostile]: [hostile] } })],
  ["an error's message", JSON.stringify({ level: 40, msg: 'failed', err: { message: hostile } })],
])('prints %s in one line without control characters', async (_what, line) => {
  const text = await printed(line);
  expect(text.split('\n').filter(Boolean)).toHaveLength(2);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

it('prints other output without control characters', async () => {
  const text = await printed('\u001b]0;title\u0007 listening \u009b2J');
  expect(text).toContain('\\u001b]0;title\\u0007 listening \\u009b2J\n');
});

it('indents a stack trace, whatever the message says', async () => {
  const err = { message: hostile, stack: `Error: ${hostile}\n    at main.ts:1` };
  const text = await printed(JSON.stringify({ level: 50, msg: 'failed', err }), { traces: true });
  const lines = text.split('\n').filter(Boolean);
  expect(lines.slice(1, -1).every((line) => line.startsWith('  '))).toBe(true);
  expect(lines.at(-2)).toBe('    at main.ts:1');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

it('keeps letters of all languages', () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  log('gateway', 'Señal caída · 東京');
  expect(String(write.mock.lastCall?.[0])).toContain('Señal caída · 東京');
  write.mockRestore();
});
