import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Sends writes like a careful client: each has a marker and an Idempotency-Key and is retried until acknowledged.
 * Afterwards the ledger looks for every marker in the database.
 */

const maxTries = 6;
const firstPauseMs = 100;
const maxPauseMs = 6_400;

/** A one-pixel picture that passes every check. */
const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function withFile(fields, fileField, { bytes, type, name }) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append(fileField, new Blob([bytes], { type }), name);
  return form;
}

/** The statement finds the kind's markers: columns marker and count. */
const kinds = {
  contact: {
    path: '/main/contact-us',
    body: (marker) =>
      new URLSearchParams({
        name: marker,
        phone: '501-555-0100',
        email: `${marker}@example.org`,
        feedback: `Sent while something was broken: ${marker}`,
      }),
    stored: 'SELECT name AS marker, count(*)::int AS count FROM submissions.contact_messages GROUP BY name',
  },
  newsletter: {
    path: '/main/news/letter/create',
    body: (marker) => ({ email: `${marker}@example.org` }),
    stored: `SELECT split_part(email, '@', 1) AS marker, count(*)::int AS count
             FROM submissions.newsletter_subscribers GROUP BY 1`,
  },
  sponsor: {
    path: '/main/advertise/with/us',
    body: (marker, file) =>
      withFile(
        {
          name: marker,
          email: `${marker}@example.org`,
          phone_number: '5015550100',
          company_name: `Company ${marker}`,
          message: 'Sent while something was broken',
          url: '',
        },
        'advertise_file',
        file,
      ),
    stored: 'SELECT name AS marker, count(*)::int AS count FROM submissions.sponsors GROUP BY name',
  },
  snapshot: {
    path: '/main/snapshot/create',
    body: (marker, file) =>
      withFile(
        { first_name: 'Fault', last_name: marker, email: `${marker}@example.org`, location: 'Conway', comment: '' },
        'snapshot_file_path',
        file,
      ),
    stored: 'SELECT last_name AS marker, count(*)::int AS count FROM submissions.snapshots GROUP BY last_name',
  },
};

export class Ledger {
  #url;
  #file;
  /** { kind, marker, key, tries, statuses, elapsedMs, acknowledgedAt? } */
  entries = [];

  /** @param file the picture of sponsors and snapshots: { bytes, type, name } */
  constructor(url, file = { bytes: onePixelPng, type: 'image/png', name: 'pixel.png' }) {
    this.#url = url;
    this.#file = file;
  }

  get acknowledged() {
    return this.entries.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined);
  }

  /** Returns whether a write succeeds; discards it unless it is acknowledged. */
  async probe() {
    const entry = await this.write('contact', 1);
    if (entry.acknowledgedAt === undefined) this.entries = this.entries.filter((each) => each !== entry);
    return entry.acknowledgedAt !== undefined;
  }

  /** Stops when it is acknowledged, permanently rejected or out of attempts; never throws. */
  async write(kind, tries = maxTries) {
    // Letters and digits: the marker is also the local part of an email address.
    const marker = `m${randomUUID().replaceAll('-', '')}`;
    const entry = { kind, marker, key: randomUUID(), tries: 0, statuses: [], elapsedMs: 0 };
    this.entries.push(entry);
    const { path, body } = kinds[kind];
    const startedAt = Date.now();
    while (entry.tries < tries) {
      entry.tries += 1;
      const { status, retryAfterMs } = await this.#send(path, entry.key, body(marker, this.#file));
      entry.statuses.push(status);
      entry.elapsedMs = Date.now() - startedAt;
      if (status >= 200 && status < 300) {
        entry.acknowledgedAt = Date.now();
        break;
      }
      // 409: an earlier attempt with the same key is still in progress.
      if (status >= 400 && status < 500 && ![409, 429].includes(status)) break;
      if (entry.tries === tries) break;
      const pauseLimitMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (entry.tries - 1));
      await wait(Math.max(retryAfterMs, Math.random() * pauseLimitMs));
    }
    return entry;
  }

  async #send(path, key, body) {
    const isEncoded = body instanceof FormData || body instanceof URLSearchParams;
    try {
      const response = await fetch(this.#url + path, {
        method: 'POST',
        headers: { 'Idempotency-Key': key, ...(!isEncoded && { 'Content-Type': 'application/json' }) },
        body: isEncoded ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      });
      await response.arrayBuffer();
      return { status: response.status, retryAfterMs: Number(response.headers.get('retry-after') ?? 0) * 1_000 };
    } catch {
      return { status: 0, retryAfterMs: 0 };
    }
  }

  /** Counts `lost` writes, acknowledged but not stored, and `doubled` ones, stored more than once. */
  async verify(query) {
    const lost = [];
    const doubled = [];
    for (const kind of new Set(this.entries.map((entry) => entry.kind))) {
      const stored = new Map((await query(kinds[kind].stored)).map(({ marker, count }) => [marker, count]));
      for (const entry of this.entries.filter((each) => each.kind === kind)) {
        const count = stored.get(entry.marker) ?? 0;
        if (entry.acknowledgedAt !== undefined && count === 0) lost.push(entry);
        if (count > 1) doubled.push(entry);
      }
    }
    return { sent: this.entries.length, acknowledged: this.acknowledged.length, lost, doubled };
  }
}
