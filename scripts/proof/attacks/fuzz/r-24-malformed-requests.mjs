import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { exchange, newAgent } from '../../lib/http-load.mjs';
import { call, leak, operations } from '../../lib/site-actions.mjs';
import { malformedRequest } from './requests.mjs';

/**
 * The first bad response is shrunk to the simplest request that still causes it. Seeds are constant; the table of
 * failures shows how to repeat one:
 *
 *     FUZZ=20261124/17:0:3 npm run attacks -- --only R-24
 */

export const name = 'R-24';
export const title = 'malformed requests to every route';
export const rule =
  'A hundred thousand malformed requests cause no 5xx, no crash and no leak, every response is an envelope with a request ID, and memory grows by at most 20 %.';
export const limitMinutes = 30;

const lanes = 24;
const firstSeed = 20_261_121;
/** Before the memory baseline, code is still being compiled and buffers grow. */
const warmAfter = 2_000;

function findProblem(path, { status, error, headers, body }) {
  // The gateway may close the connection instead of reading an oversized body.
  if (error !== undefined) return ['ECONNRESET', 'EPIPE'].includes(error) ? undefined : error;
  const text = body.toString('utf8');
  if (status >= 500 && status !== 503) return `returned ${status}: ${text.slice(0, 80)}`;
  if (headers['x-request-id'] === undefined) return `${status} without a request ID`;
  if (headers['x-content-type-options'] !== 'nosniff') return `${status} without nosniff`;
  if (!path.startsWith('/docs') && leak.test(text)) return `reveals internals: ${leak.exec(text)[0].slice(0, 80)}`;
  const isJson = /json/.test(headers['content-type'] ?? '');
  if (status >= 400 && text !== '' && isJson && !text.startsWith('{"status":false'))
    return `${status} without an envelope`;
  return undefined;
}

const memory = async (product, role) =>
  Number(/^process_resident_memory_bytes (\S+)/m.exec(await product.metrics(role))?.[1] ?? 0);

export async function run({ product: start, quick, log, checks, rows }) {
  const product = await start({ fresh: true });
  const token = await product.signIn();
  const tokens = [undefined, undefined, token, token, token, 'abc', `${token}x`, 'eyJhbGciOiJub25lIn0.e30.'];
  // Signing out would reduce later requests to the sign-in check.
  const all = (await operations(product)).filter(
    ({ path }) => !path.endsWith('/logout') && !path.endsWith('change/password'),
  );
  const total = quick ? 6_000 : 100_000;
  const pids = product.pids();
  const statuses = {};
  let sent = 0;
  let warm;
  const agent = newAgent(lanes);
  const isFine = fc.asyncProperty(malformedRequest(all, tokens), async ({ path, ...request }) => {
    const response = await exchange({ url: product.url + path, ...request, agent });
    const outcome = response.status ?? response.error;
    statuses[outcome] = (statuses[outcome] ?? 0) + 1;
    sent += 1;
    if (sent === warmAfter) warm = await memory(product, 'gateway');
    if (sent % 20_000 === 0) log(`${sent} of ${total}, ${JSON.stringify(statuses)}`);
    const problem = findProblem(path, response);
    if (problem) throw new Error(problem);
  });
  const replay = process.env.FUZZ?.split('/');
  const searches = replay
    ? [{ seed: Number(replay[0]), path: replay[1] }]
    : Array.from({ length: lanes }, (_, lane) => ({ seed: firstSeed + lane, numRuns: Math.ceil(total / lanes) }));
  const found = await Promise.all(searches.map((search) => fc.check(isFine, search)));
  agent.destroy();
  for (const { failed, counterexample, counterexamplePath, seed, errorInstance } of found) {
    if (!failed) continue;
    const [{ method, path, headers, body }] = counterexample;
    const where = `${method} ${path.slice(0, 90)}`;
    checks.that(false, `${where}: ${errorInstance.message}`);
    rows.push({ where, what: errorInstance.message.slice(0, 80), 'try again': `FUZZ=${seed}/${counterexamplePath}` });
    log(`${where} ${JSON.stringify(headers)} ${JSON.stringify(String(body ?? '').slice(0, 200))}`);
  }
  const after = await memory(product, 'gateway');
  const growth = after / (warm ?? after) - 1;
  // Uncollected garbage is not a leak, hence the absolute limit.
  checks.that(
    growth <= 0.2 || after < 350e6,
    `the gateway grew by ${(growth * 100).toFixed(0)} % to ${(after / 1e6).toFixed(0)} MB`,
  );
  const crashed = product.restartedSince(pids);
  checks.that(crashed.length === 0, `crashed: ${crashed.join(', ')}`);
  checks.that((await call(product, 'GET', '/main/home')).status === 200, 'the home page no longer works');
  const unexpected = readFileSync(product.logFile, 'utf8')
    .split('\n')
    .filter((line) => /unexpected error|uncaught error/.test(line));
  checks.that(unexpected.length === 0, `the log: ${unexpected[0]?.slice(0, 200)}`);
  return { requests: sent, seed: firstSeed, statuses, growthPercent: Math.round(growth * 100) };
}
