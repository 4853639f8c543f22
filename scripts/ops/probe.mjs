#!/usr/bin/env node
/**
 * Checks a running site from outside: reads, the age of the warnings, a form in dry-run mode, the mail queue. Needs
 * only Node and no account (docs/operations/monitor.md).
 */
import { parseArgs } from 'node:util';

/** @typedef {{ site: string, json: boolean, timeoutMs: number, maxAlertAgeSeconds: number, maxMailAgeSeconds: number }} Options */

const usage = `Usage: node scripts/ops/probe.mjs https://site [options]

  --json                   one JSON object instead of a line for each check
  --timeout SECONDS        for each request (10)
  --max-alert-age SECONDS  since the weather service was last reached (300)
  --max-mail-age SECONDS   the oldest mail may have waited (600)

Exit code: 0 when every check passes, 1 when one fails, 2 for wrong usage.
`;

class UsageError extends Error {}

/** @param {string} name @param {string} text */
function seconds(name, text) {
  const value = Number(text);
  if (!(value > 0)) throw new UsageError(`--${name} must be a number of seconds above 0, not "${text}"`);
  return value;
}

/** @param {string[]} args */
function optionsOf(args) {
  const optionTypes = /** @type {const} */ ({
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    timeout: { type: 'string', default: '10' },
    'max-alert-age': { type: 'string', default: '300' },
    'max-mail-age': { type: 'string', default: '600' },
  });
  let parsed;
  try {
    parsed = parseArgs({ args, options: optionTypes, allowPositionals: true });
  } catch (error) {
    throw new UsageError(/** @type {Error} */ (error).message);
  }
  const { values, positionals } = parsed;
  if (values.help) return undefined;
  const [address, ...others] = positionals;
  if (!address || others.length) throw new UsageError('name one site, such as https://weather.example.org');
  const site = URL.canParse(address) ? new URL(address) : undefined;
  if (!site || !/^https?:$/.test(site.protocol) || site.pathname !== '/' || site.search || site.hash)
    throw new UsageError(`"${address}" must be an http(s) address without a path`);
  return {
    site: site.origin,
    json: values.json,
    timeoutMs: seconds('timeout', values.timeout) * 1_000,
    maxAlertAgeSeconds: seconds('max-alert-age', values['max-alert-age']),
    maxMailAgeSeconds: seconds('max-mail-age', values['max-mail-age']),
  };
}

/**
 * @param {Options} options
 * @param {string} path
 * @param {RequestInit & { status?: number }} [request]
 * @throws Error with one sentence for any other status
 */
async function sendRequest({ site, timeoutMs }, path, { status = 200, ...request } = {}) {
  let response;
  let text;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    response = await fetch(site + path, { redirect: 'manual', ...request, signal });
    text = await response.text();
  } catch (error) {
    const { name, message, cause } = /** @type {Error & { cause?: NodeJS.ErrnoException }} */ (error);
    if (name === 'TimeoutError') throw new Error(`no response within ${timeoutMs / 1_000} s`, { cause: error });
    throw new Error(`no answer: ${cause?.code ?? cause?.message ?? message}`, { cause: error });
  }
  if (response.status !== status) throw new Error(`${response.status} instead of ${status}${reasonIn(text)}`);
  return { text, type: response.headers.get('content-type') ?? '' };
}

/** @param {string} text */
function reasonIn(text) {
  try {
    return `: ${JSON.parse(text).message}`;
  } catch {
    return '';
  }
}

/** @param {Options} options @param {string} path @param {RequestInit} [request] */
async function fetchJson(options, path, request) {
  const { text } = await sendRequest(options, path, request);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error('the response is not JSON', { cause: error });
  }
}

/** @param {Options} options @param {string} path */
async function fetchPage(options, path) {
  const { text, type } = await sendRequest(options, path);
  if (!type.startsWith('text/html') || !text.includes('</html>'))
    throw new Error('the response is not a complete page');
  return text;
}

const form = {
  name: 'Monitoring probe',
  phone: '000',
  email: 'probe@example.com',
  feedback:
    'Sent by scripts/ops/probe.mjs in dry-run mode. If this message was stored, the site is too old for the probe.',
};

/** @typedef {(options: Options) => Promise<string>} Check returns details; throws why it fails */

/** @type {Record<string, Check>} */
const checks = {
  'home page': async (options) => {
    await fetchPage(options, '/');
    return 'complete';
  },
  'home data': async (options) => {
    const { meta } = await fetchJson(options, '/main/home');
    const old = Object.entries(meta.sections).filter(([, state]) => state !== 'fresh');
    if (old.length) throw new Error(old.map(([name, state]) => `${name} is ${state}`).join(', '));
    return 'every section is fresh';
  },
  'text-only page': async (options) => {
    const page = await fetchPage(options, '/now');
    if (page.includes('Alert status unavailable')) throw new Error('it shows "Alert status unavailable"');
    return 'complete';
  },
  alerts: async (options) => {
    const { data } = await fetchJson(options, '/main/weather/alerts');
    if (!data.ok) throw new Error("the site can't tell which alerts are active (ok: false)");
    const age = Math.round((Date.now() - Date.parse(data.updatedAt)) / 1_000);
    if (!(age <= options.maxAlertAgeSeconds))
      throw new Error(`${age} s old, more than ${options.maxAlertAgeSeconds} s`);
    return `${age} s old`;
  },
  'contact form': async (options) => {
    const { data } = await dryRun(options);
    if (data.dry_run !== true) throw new Error('the site has no dry-run mode and may have stored the message');
    return 'would be stored';
  },
  'mail queue': async (options) => {
    const { data } = await dryRun(options);
    const age = data.oldest_unsent_mail_seconds;
    if (!(age <= options.maxMailAgeSeconds))
      throw new Error(`the oldest mail has waited ${age} s, more than ${options.maxMailAgeSeconds} s`);
    return age ? `the oldest mail has waited ${age} s` : 'no mail is waiting';
  },
};

/**
 * For two checks: the response also says how long mail waits.
 * @type {ReturnType<typeof fetchJson> | undefined}
 */
let dryRunResponse;
const dryRun = (/** @type {Options} */ options) =>
  (dryRunResponse ??= fetchJson(options, '/main/contact-us', {
    method: 'POST',
    headers: { 'X-Dry-Run': '1' },
    body: new URLSearchParams(form),
  }));

/** @param {Options} options @param {[name: string, check: Check]} entry */
async function outcome(options, [name, check]) {
  const startedAt = performance.now();
  const { ok, detail } = await check(options).then(
    (found) => ({ ok: true, detail: found }),
    // A TypeError means that the response lacks a part.
    (error) => ({
      ok: false,
      detail: error instanceof TypeError ? `the response is not as expected: ${error.message}` : error.message,
    }),
  );
  return { name, ok, ms: Math.round(performance.now() - startedAt), detail };
}

async function main() {
  const options = optionsOf(process.argv.slice(2));
  if (!options) return void process.stdout.write(usage);
  const results = await Promise.all(Object.entries(checks).map((check) => outcome(options, check)));
  const ok = results.every((result) => result.ok);
  if (options.json) process.stdout.write(`${JSON.stringify({ site: options.site, ok, checks: results })}\n`);
  else
    for (const { name, ok: passed, ms, detail } of results)
      process.stdout.write(`${passed ? 'ok  ' : 'FAIL'}  ${name.padEnd(14)}  ${detail} (${ms} ms)\n`);
  process.exitCode = ok ? 0 : 1;
}

main().catch((error) => {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
});
