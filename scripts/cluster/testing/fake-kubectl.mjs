import { appendFileSync, readFileSync } from 'node:fs';

/**
 * Appends each call to $FAKE_KUBECTL/calls and replies with the first matching [pattern, output, code] of
 * $FAKE_KUBECTL/answers.json. Other calls succeed without output. An output of { perCall, line } grows by that many
 * lines with each call. "{{pattern}}" in an output becomes the number of matching calls so far.
 */
const folder = process.env.FAKE_KUBECTL;
const call = process.argv.slice(2).join(' ');
appendFileSync(`${folder}/calls`, `${call}\n`);
/** @type {[pattern: string, printed?: string | { line: string, perCall: number }, code?: number][]} */
const responses = JSON.parse(readFileSync(`${folder}/answers.json`, 'utf8'));
const [pattern = '', printed = '', code = 0] = responses.find(([each]) => new RegExp(each).test(call)) ?? [];
const times = (/** @type {string} */ of) =>
  readFileSync(`${folder}/calls`, 'utf8')
    .split('\n')
    .filter((each) => new RegExp(of).test(each)).length;
const text = typeof printed === 'string' ? printed : `${printed.line}\n`.repeat(printed.perCall * times(pattern));
const output = text.replace(/\{\{(.+?)\}\}/g, (_all, of) => String(times(of)));
(code === 0 ? process.stdout : process.stderr).write(output);
process.exitCode = code;
