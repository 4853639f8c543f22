/**
 * Worker thread that estimates how easily a password is guessed: `{ id, password, inputs }` in, `{ id, score, warning,
 * unknown }` out (score 0 to 4, warning a key of zxcvbn's, unknown: nothing recognized). A hostile password takes half
 * a second, and the dictionaries take 60 MB.
 */
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';

const require = createRequire(import.meta.url);
const { ZxcvbnFactory } = require('@zxcvbn-ts/core');
const common = require('@zxcvbn-ts/language-common');
const english = require('@zxcvbn-ts/language-en');

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength: 128,
});

parentPort?.on('message', ({ id, password, inputs }) => {
  const { score, feedback, sequence } = estimator.check(password, inputs);
  const unknown = sequence.every(({ pattern }) => pattern === 'bruteforce');
  parentPort?.postMessage({ id, score, warning: feedback.warning, unknown });
});
