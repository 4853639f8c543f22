import { appendFileSync, readFileSync } from 'node:fs';

/**
 * Stands in for kubectl in tests: writes each call into $FAKE_KUBECTL/calls and answers from $FAKE_KUBECTL/answers.json, a list
 * of [pattern, output, code]; the first pattern that the call matches counts. Any other call succeeds and says nothing.
 */
const folder = process.env.FAKE_KUBECTL;
const call = process.argv.slice(2).join(' ');
appendFileSync(`${folder}/calls`, `${call}\n`);
const answers = JSON.parse(readFileSync(`${folder}/answers.json`, 'utf8'));
const [, output = '', code = 0] = answers.find(([pattern]) => new RegExp(pattern).test(call)) ?? [];
(code === 0 ? process.stdout : process.stderr).write(output);
process.exitCode = code;
