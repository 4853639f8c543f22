/**
 * Stands in for the weather proxy's `Upstreams`: its clients make their usual calls, each of which is examined, made
 * once, and saved as a recording.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingFields, valuesAt } from './missing-fields.mjs';
import { reasonOf } from './report.mjs';

/** @typedef {import('@site/weather-proxy/upstream/upstream').UpstreamSettings} UpstreamSettings */
/** @typedef {import('@site/weather-proxy/upstream/upstream').FileOptions} FileOptions */
/** @typedef {{ deadline: AbortSignal, schema?: import('zod').ZodType, file?: FileOptions, isConditional?: boolean }} CallOptions */
/** @typedef {{ status: number, headers: Headers, bytes: Buffer, tookMs: number, receivedAt: number }} Answer */
/** @typedef {{ fault?: string, value?: unknown, body?: unknown, leftOut?: readonly string[] }} Reading */
/** @typedef {{ isFinding?: boolean, text?: string }} Note */

/** As the alert rule ClockIsOff. */
const maxClockSkewMs = 2 * 60_000;
const scarceShare = 0.1;

const todos = {
  unreachable: 'Check DNS, the firewall and the address in the settings.',
  timeout: 'Visitors get older data. Check the connection, and the provider’s status page.',
  key: 'Check the key or token, its plan, and the addresses that it allows.',
  limited: 'Make fewer calls: lengthen the poll intervals, or get a larger plan.',
  redirect: 'We follow no redirects. Set the new address in the settings.',
  status: 'Check the provider’s status page and the address in the settings.',
  schema: 'The format has changed. Keep the recording, and adapt the schema in services/weather-proxy.',
  fields: 'Pages show less. Compare the recording with the provider’s documentation.',
  units: 'Pages lack these values. Compare the recording with the provider’s documentation, and adapt the schema.',
  clock: 'Synchronize this machine’s clock (NTP).',
  etag: 'Works, with more traffic. Expect to be limited sooner.',
};

const todoOf = (/** @type {number} */ status) =>
  status === 400 || status === 401 || status === 403
    ? todos.key
    : status === 429
      ? todos.limited
      : status >= 300 && status < 400
        ? todos.redirect
        : todos.status;

/** Returns "x-ratelimit-remaining: 3 of 60", and whether little is left. @param {Headers} headers */
function limitsIn(headers) {
  /** @param {string} part */
  const named = (part) => [...headers].find(([name]) => new RegExp(`^(x-)?rate-?limit-${part}$`).test(name))?.[1];
  const limit = Number.parseInt(named('limit') ?? '', 10);
  const remaining = Number.parseInt(named('remaining') ?? '', 10);
  if (Number.isNaN(remaining)) return undefined;
  return {
    text: `${remaining}${Number.isNaN(limit) ? '' : ` of ${limit}`} calls left`,
    isScarce: remaining <= (Number.isNaN(limit) ? 0 : limit * scarceShare),
  };
}

/**
 * Returns how far this machine's clock is ahead, in milliseconds; undefined without a date.
 * @param {Pick<Answer, 'headers' | 'receivedAt'>} answer
 */
function clockAheadMs({ headers, receivedAt }) {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return undefined;
  return receivedAt - date - Number(headers.get('age') ?? 0) * 1_000;
}

/**
 * @typedef {object} OwnParts
 * @property {Record<string, { at: string, schema: import('zod').ZodType, isVital?: boolean }>} lists by check: schemas
 *   of entries that the weather proxy reads one by one; it may do without those that aren't vital
 * @property {Record<string, RegExp>} rare by check: fields that answers may lack
 * @property {Record<string, { paths: string[], known: RegExp }>} units by check: units that the weather proxy reads
 * @property {string | undefined} folder for recordings
 * @property {import('@site/platform/base/clock').Clock} clock
 */
/**
 * @typedef {OwnParts & Pick<typeof import('@site/weather-proxy/upstream/upstream-error'), 'UpstreamError' | 'outcomeOf' |
 *   'asUpstreamError'> & Pick<typeof import('@site/weather-proxy/upstream/headers'), 'isJson'> & Pick<typeof
 *   import('@site/weather-proxy/upstream/breaker'), 'Breaker'> & Pick<typeof
 *   import('@site/weather-proxy/readings/skipped-parts'), 'collectLeftOut'>} Parts of the weather proxy
 */

/** Opens clients whose responses are checked against the schemas and units that the weather proxy reads. */
export class ExaminedUpstreams {
  #recorded = new Map();

  /**
   * @param {import('./report.mjs').Report} report
   * @param {Parts} parts
   */
  constructor(report, parts) {
    this.report = report;
    this.parts = parts;
  }

  /** @param {UpstreamSettings} settings */
  open(settings) {
    /** @param {string} resource @param {string} path @param {CallOptions} options */
    const call = (resource, path, options) => this.#examine(settings, resource, path, options);
    return {
      /**
       * @param {string} resource
       * @param {string} path
       * @param {CallOptions['schema']} schema
       * @param {{ deadline: AbortSignal }} options
       */
      getJson: (resource, path, schema, { deadline }) => call(resource, path, { schema, deadline }),
      /**
       * @param {string} resource
       * @param {string} path
       * @param {CallOptions['schema']} schema
       * @param {{ deadline: AbortSignal }} options
       */
      getJsonIfChanged: (resource, path, schema, { deadline }) =>
        call(resource, path, { schema, deadline, isConditional: true }),
      /**
       * @param {string} resource
       * @param {string} path
       * @param {FileOptions} file
       * @param {{ deadline: AbortSignal }} options
       */
      getFile: (resource, path, file, { deadline }) => call(resource, path, { file, deadline }),
    };
  }

  breaker() {
    return new this.parts.Breaker(this.parts.clock);
  }

  budget() {
    return { isScarce: false, isSpent: false, count: () => undefined };
  }

  /**
   * @param {UpstreamSettings} settings
   * @param {string} path
   * @param {AbortSignal} deadline
   * @param {Record<string, string>} [extraHeaders]
   * @returns {Promise<Answer>}
   */
  async #fetch({ baseUrl, headers, secretQuery }, path, deadline, extraHeaders = {}) {
    const query = new URLSearchParams(secretQuery).toString();
    const address = `${baseUrl.replace(/\/+$/, '')}${path}${query && `${path.includes('?') ? '&' : '?'}${query}`}`;
    const startedAt = performance.now();
    const response = await fetch(address, {
      headers: { ...headers, ...extraHeaders },
      redirect: 'manual',
      signal: deadline,
    });
    const receivedAt = Date.now();
    const bytes = Buffer.from(await response.arrayBuffer());
    const tookMs = Math.round(performance.now() - startedAt);
    return { status: response.status, headers: response.headers, bytes, tookMs, receivedAt };
  }

  /** @param {UpstreamSettings} settings @param {string} resource @param {string} path @param {CallOptions} options */
  async #examine(settings, resource, path, options) {
    const check = `${settings.provider} ${resource}`;
    const { UpstreamError, outcomeOf, asUpstreamError } = this.parts;
    /** @type {(detail: string, todo: string, error: Error) => never} */
    const fail = (detail, todo, error) => {
      this.report.add(check, 'FAILED', detail, todo);
      throw Object.assign(error, { isReported: true });
    };
    let response;
    try {
      response = await this.#fetch(settings, path, options.deadline);
    } catch (error) {
      const upstreamError = asUpstreamError(error, path);
      const isTimeout = upstreamError.outcome === 'timeout';
      fail(
        isTimeout ? 'no answer in time' : reasonOf(error),
        isTimeout ? todos.timeout : todos.unreachable,
        upstreamError,
      );
    }
    const { status, headers, bytes } = response;
    this.#record(`${settings.provider}_${resource}`, path, response);
    // A 404 is a valid answer: this office has no such product.
    if (status === 404) throw new UpstreamError(`${path}: status 404`, 'not_found', { status });
    if (status !== 200) {
      const to = headers.get('location');
      const upstreamError = new UpstreamError(`${path}: status ${status}`, outcomeOf(status), { status });
      fail(`status ${status}${to ? `, redirects to ${to}` : ''}`, todoOf(status), upstreamError);
    }
    const read = this.#read(bytes, headers.get('content-type') ?? '', options);
    if (read.fault) fail(read.fault, todos.schema, new UpstreamError(read.fault, 'invalid'));
    const notes = this.#findings(check, response, read, options);
    if (options.isConditional) notes.push(await this.#repeat(check, settings, path, response, options));
    if (!notes.some(({ isFinding }) => isFinding)) {
      const details = [`${response.tookMs} ms`, `${bytes.length} bytes`, ...notes.map(({ text }) => text)];
      this.report.add(check, 'ok', details.join(', '));
    }
    const ageSeconds = Number(headers.get('age') ?? 0);
    const date = Date.parse(headers.get('date') ?? '');
    return { value: read.value, validators: {}, ageSeconds, ...(!Number.isNaN(date) && { date }) };
  }

  /**
   * Returns the value, or a fault.
   * @param {Buffer} bytes
   * @param {string} mediaType
   * @param {CallOptions} options
   * @returns {Reading}
   */
  #read(bytes, mediaType, { schema, file }) {
    if (file) {
      if (file.mediaType && !file.mediaType.test(mediaType)) return { fault: `content type ${mediaType}` };
      if (bytes.length > file.maxBytes) return { fault: `${bytes.length} bytes, more than ${file.maxBytes}` };
      return file.isValid && !file.isValid(bytes) ? { fault: 'not the wanted file' } : { value: bytes };
    }
    if (!this.parts.isJson(mediaType)) return { fault: `content type ${mediaType || 'missing'}` };
    let body;
    try {
      body = JSON.parse(bytes.toString('utf8'));
    } catch {
      return { fault: 'invalid JSON' };
    }
    if (!schema) return { value: body, body };
    const { result, leftOut } = this.parts.collectLeftOut(() => schema.safeParse(body));
    if (result.success) return { value: result.data, body, leftOut };
    const { path: at = [], message = '' } = result.error.issues[0] ?? {};
    return { fault: `${at.length > 0 ? `${at.join('.')}: ` : ''}${message}` };
  }

  /**
   * Adds a row for each deviation; returns what else there is to say.
   * @param {string} check
   * @param {Answer} response
   * @param {Reading} reading
   * @param {CallOptions} call
   */
  #findings(check, response, { body, leftOut = [] }, { schema }) {
    /** @type {Note[]} */
    const notes = [];
    const warn = (/** @type {string} */ detail, /** @type {string} */ todo) => {
      this.report.add(check, 'warning', detail, todo);
      notes.push({ isFinding: true });
    };
    // Entries of the lists below are counted there.
    if (leftOut.length > 0 && !this.parts.lists[check])
      warn(`parts can’t be used: ${leftOut.slice(0, 3).join('; ')} (${leftOut.length} in all)`, todos.schema);
    if (schema) {
      const { at = '', schema: entry, isVital } = this.parts.lists[check] ?? {};
      const entries = (at && /** @type {Record<string, unknown[]>} */ (body)[at]) || [];
      const unreadable = entries.filter((each) => !entry?.safeParse(each).success).length;
      if (unreadable > 0) {
        const detail = `${unreadable} of ${entries.length} ${at} are unreadable`;
        this.report.add(check, isVital ? 'FAILED' : 'warning', detail, todos.schema);
        notes.push({ isFinding: true });
      }
      const missing = missingFields(schema, body, this.parts.rare[check]);
      if (entry && entries.length > unreadable)
        missing.push(...missingFields(entry, entries, this.parts.rare[check]).map((path) => `${at}.${path}`));
      const { paths = [], known } = this.parts.units[check] ?? {};
      const units = paths
        .flatMap((path) => valuesAt(body, path.split('.')))
        .filter((unit) => !known?.test(String(unit ?? '')));
      if (units.length > 0)
        warn(`unknown units: ${[...new Set(units)].join(', ')} (${units.length} times)`, todos.units);
      if (missing.length > 0) warn(`fields are missing: ${missing.join(', ')}`, todos.fields);
    }
    const aheadMs = clockAheadMs(response);
    if (aheadMs === undefined) notes.push({ text: 'no date' });
    else if (Math.abs(aheadMs) > maxClockSkewMs)
      warn(`this machine’s clock is ${Math.round(aheadMs / 1_000)} s ahead of the provider’s`, todos.clock);
    else notes.push({ text: `clock ${(aheadMs / 1_000).toFixed(1)} s ahead` });
    const limits = limitsIn(response.headers);
    if (limits?.isScarce) warn(limits.text, todos.limited);
    else if (limits) notes.push({ text: limits.text });
    return notes;
  }

  /**
   * Requests the answer again, if it has changed.
   * @param {string} check
   * @param {UpstreamSettings} settings
   * @param {string} path
   * @param {Answer} answer
   * @param {CallOptions} call
   * @returns {Promise<Note>}
   */
  async #repeat(check, settings, path, { headers, bytes }, { deadline }) {
    const etag = headers.get('etag');
    const changed = headers.get('last-modified');
    const warn = (/** @type {string} */ detail) => {
      this.report.add(check, 'warning', detail, todos.etag);
      return { isFinding: true };
    };
    if (!etag && !changed) return warn('has neither ETag nor Last-Modified');
    const revalidation = await this.#fetch(settings, path, deadline, {
      ...(etag && { 'if-none-match': etag }),
      ...(changed && { 'if-modified-since': changed }),
    });
    if (revalidation.status === 304) return { text: 'answers 304 when unchanged' };
    if (revalidation.status === 200 && revalidation.bytes.equals(bytes))
      return warn('sends the same answer again instead of 304');
    return { text: 'changed meanwhile' };
  }

  /** @param {string} name @param {string} path @param {Answer} answer */
  #record(name, path, { status, headers, bytes }) {
    const { folder } = this.parts;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    const count = (this.#recorded.get(name) ?? 0) + 1;
    this.#recorded.set(name, count);
    const file = join(folder, count === 1 ? name : `${name}_${count}`);
    const type = headers.get('content-type') ?? '';
    const isText = /json|xml|text|html/.test(type);
    const ending = /json/.test(type) ? 'json' : /png/.test(type) ? 'png' : 'txt';
    const savedHeaders = Object.fromEntries([...headers].filter(([header]) => header !== 'set-cookie'));
    const about = this.report.redact(JSON.stringify({ path, status, headers: savedHeaders }, null, 2));
    writeFileSync(`${file}.${ending}`, isText ? this.report.redact(bytes.toString('utf8')) : bytes);
    writeFileSync(`${file}.headers.json`, `${about}\n`);
  }
}
