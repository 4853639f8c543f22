import { appendFileSync, readFileSync } from 'node:fs';

/**
 * Stands in for kubectl in tests: writes each call into $FAKE_KUBECTL/calls and answers from $FAKE_KUBECTL/answers.json, a list
 * of [pattern, output, code]; the first pattern that the call matches counts. Any other call succeeds and says nothing. An output of
 * { perCall, line } grows like a log: so many more lines with each call.
 */
const folder = process.env.FAKE_KUBECTL;
const call = process.argv.slice(2).join(' ');
appendFileSync(`${folder}/calls`, `${call}\n`);
const answers = JSON.parse(readFileSync(`${folder}/answers.json`, 'utf8'));
const [pattern, said = '', code = 0] = answers.find(([each]) => new RegExp(each).test(call)) ?? [];
const times = () =>
  readFileSync(`${folder}/calls`, 'utf8')
    .split('\n')
    .filter((each) => new RegExp(pattern).test(each)).length;
const output = typeof said === 'string' ? said : `${said.line}\n`.repeat(said.perCall * times());
(code === 0 ? process.stdout : process.stderr).write(output);
process.exitCode = code;
