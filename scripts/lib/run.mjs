import { spawn } from 'node:child_process';
import { root } from './checkout.mjs';

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string | undefined>} [environment]
 * @property {string} [input]
 * @property {number} [timeoutMs]
 * @property {number} [lastLines]
 * @property {boolean} [withErrors]
 */
/** @typedef {Error & { exitCode: number | null, output: string }} RunError */

/**
 * Runs a program in the checkout.
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} its standard output, and with `withErrors` also its standard error
 * @throws {RunError} with its last lines when it fails or takes longer than `timeoutMs`
 */
export function run(
  program,
  args,
  { environment = {}, input, timeoutMs = 120_000, lastLines = 5, withErrors = false } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env: { ...process.env, ...environment } });
    // The option `timeout` would keep this process running when the program doesn't start.
    const timer = setTimeout(() => child.kill(), timeoutMs);
    let output = '';
    let combinedOutput = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      combinedOutput += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => (combinedOutput += text));
    // A program may exit without reading all input; its own message says why.
    child.stdin.on('error', () => {}).end(input);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (exitCode, signal) => {
      clearTimeout(timer);
      if (exitCode === 0) return resolve((withErrors ? combinedOutput : output).trim());
      const tail = combinedOutput.trim().split('\n').slice(-lastLines).join('\n');
      const error = new Error(`${program} ${args.join(' ')} exited with ${signal ?? exitCode}\n${tail}`);
      reject(Object.assign(error, { exitCode, output: combinedOutput.trim() }));
    });
  });
}
