/**
 * Whether nginx tells clients apart, as its rate limits require: sends requests as two clients and with a forged address,
 * and finds them in nginx's access log.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/** @typedef {import('./report.mjs').Report} Report */

const withinMs = 10_000;
/** Log lines are written when the response has been sent. */
const attempts = 5;
const pauseMs = 500;
/** Reserved for documentation (RFC 5737), so no visitor has it. */
const forgedAddress = '192.0.2.213';

const check = 'client addresses';
const advice =
  'Set TRUSTED_PROXY_CIDR to the addresses of the proxies in front of nginx, and let them append to X-Forwarded-For (docs/operations/cdn.md).';

/** Returns each line's path and client; skips lines that aren't of the access log. @param {string} text */
const parse = (text) =>
  text.split('\n').flatMap((line) => {
    try {
      const { path, client } = JSON.parse(line.slice(line.indexOf('{')));
      return typeof path === 'string' && typeof client === 'string' ? [{ path, client }] : [];
    } catch {
      return [];
    }
  });

/** @param {string} origin @param {string} path @param {Record<string, string>} [headers] */
async function send(origin, path, headers = {}) {
  const signal = AbortSignal.timeout(withinMs);
  await (await fetch(origin + path, { headers, redirect: 'manual', signal })).arrayBuffer();
}

/**
 * @param {Report} report
 * @param {object} options
 * @param {string} options.publicUrl the address that visitors use
 * @param {string | undefined} [options.otherUrl] a second way to nginx, as another client; undefined if there is none
 * @param {() => string} options.readLog the latest lines of nginx's access log
 */
export async function checkClientAddresses(report, { publicUrl, otherUrl, readLog }) {
  const mark = `/doctor-${randomUUID()}`;
  const paths = { public: `${mark}/public`, other: `${mark}/other`, forged: `${mark}/forged` };
  const { origin } = new URL(publicUrl);
  await send(origin, paths.public);
  await send(origin, paths.forged, { 'X-Forwarded-For': forgedAddress });
  if (otherUrl) await send(otherUrl, paths.other);
  /** @type {ReturnType<typeof parse>} */
  let lines = [];
  const clientOf = (/** @type {string} */ path) => lines.find((line) => line.path === path)?.client;
  for (let attempt = 0; attempt < attempts && !(clientOf(paths.forged) && clientOf(paths.public)); attempt += 1) {
    if (attempt > 0) await wait(pauseMs);
    lines = parse(readLog());
  }
  const here = clientOf(paths.public);
  const other = clientOf(paths.other);
  const forged = clientOf(paths.forged);
  if (!here || !forged)
    return report.add(check, 'warning', 'our requests aren’t in nginx’s log', 'Run the doctor beside one nginx only.');
  if (forged === forgedAddress)
    return report.add(check, 'FAILED', 'clients can forge their address by X-Forwarded-For', advice);
  const clients = new Set(lines.filter(({ path }) => !path.startsWith(mark)).map(({ client }) => client));
  if (other === here) return report.add(check, 'FAILED', `two clients have the address ${here}`, advice);
  if (other) return report.add(check, 'ok', `two clients have the addresses ${here} and ${other}`);
  const isShared = [...clients].every((client) => client === here);
  if (!isShared) return report.add(check, 'ok', `other clients have other addresses; this machine’s is ${here}`);
  return report.add(check, 'warning', `all clients so far have the address ${here}`, advice);
}
