/** Rows of checks: what was checked, the result, and what to do. Never contains secrets. */
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {'ok' | 'warning' | 'FAILED' | 'off'} Result `off`: not configured, so not checked */

const isSecret = /(?:KEY|TOKEN|PASSWORD|SECRET|IDENTITY|SID|NWWS_USER)(?:_PREVIOUS)?$/;
/** Their passwords are secret. */
const isAddress = /_(URL|MAILBOX)$/;
/** A shorter value also occurs in other words. */
const shortestSecret = 6;

const decoded = (/** @type {string} */ text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * Returns a function that replaces every secret of the environment, also of files named in `*_FILE`, by "…".
 * @param {Record<string, string | undefined>} environment
 * @param {string[]} others
 */
export function redactorOf(environment, others = []) {
  const secrets = [...others];
  for (const [variable, text] of Object.entries(environment)) {
    const name = variable.replace(/_FILE$/, '');
    if (!text || (!isSecret.test(name) && !isAddress.test(name))) continue;
    const value = name === variable ? text : existsSync(text) ? readFileSync(text, 'utf8').trim() : '';
    if (isAddress.test(name)) secrets.push(/^[a-z-]+:\/\/[^/@]*:([^/@]+)@/.exec(value)?.[1] ?? '');
    else secrets.push(value);
  }
  const forms = secrets.flatMap((secret) => [secret, decoded(secret), encodeURIComponent(decoded(secret))]);
  const all = [...new Set(forms)].filter(({ length }) => length >= shortestSecret);
  // A secret may be a part of another.
  all.sort((left, right) => right.length - left.length);
  return (/** @type {string} */ text) => all.reduce((redacted, secret) => redacted.replaceAll(secret, '…'), text);
}

/** @typedef {{ check: string, result: Result, detail: string, todo: string }} Row */

export class Report {
  /** @type {Row[]} */
  rows = [];

  /** @param {(text: string) => string} redact */
  constructor(redact) {
    this.redact = redact;
  }

  /**
   * @param {string} check
   * @param {Result} result
   * @param {string} detail
   * @param {string} [todo] for a warning or a failure
   */
  add(check, result, detail, todo = '') {
    const [line = ''] = this.redact(detail).split('\n');
    this.rows.push({ check, result, detail: line, todo: this.redact(todo) });
  }

  /** Runs a check; an error is a failed row. @param {string} check @param {string} todo @param {() => unknown} work */
  async run(check, todo, work) {
    try {
      await work();
    } catch (error) {
      this.add(check, 'FAILED', reasonOf(error), todo);
    }
  }

  get failures() {
    return this.rows.filter(({ result }) => result === 'FAILED').length;
  }
}

/** Node's errors may have several causes, and no message of their own. @param {unknown} error @returns {string} */
export function reasonOf(error) {
  const known = /** @type {{ errors?: unknown[], cause?: unknown, code?: string, message?: string } | undefined} */ (
    error
  );
  const inner = known?.errors?.[0] ?? known?.cause;
  const { code = '', message: text = '' } = known ?? {};
  const message = code && !text.includes(code) ? `${code}: ${text}` : text;
  return inner ? `${message ? `${message}: ` : ''}${reasonOf(inner)}` : message || String(error);
}

/** Returns the rows as a table. @param {Row[]} rows */
export function tableOf(rows) {
  const width = Math.max(...rows.map(({ check }) => check.length));
  return rows
    .map(({ check, result, detail, todo }) => {
      const line = `${check.padEnd(width)}  ${result.padEnd(7)}  ${detail}`;
      return todo ? `${line}\n${' '.repeat(width + 11)}→ ${todo}` : line;
    })
    .join('\n');
}
