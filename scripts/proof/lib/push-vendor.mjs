import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeLeaf } from '../../../services/platform/local/certificates.mjs';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { root } from '../../lib/checkout.mjs';
import { startProgram } from './start-program.mjs';

class Vendor {
  constructor(url, pid) {
    Object.assign(this, { url, pid, host: new URL(url).host });
  }

  async #request(path, { method = 'GET', body } = {}) {
    const { request } = await import('undici');
    const response = await request(`${this.url}/__sim/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      dispatcher: this.dispatcher,
    });
    if (response.statusCode !== 200) throw new Error(`the push service returned ${response.statusCode}`);
    return response.body.json();
  }

  counts = () => this.#request('counts');
  forget = () => this.#request('counts', { method: 'DELETE' });
  pushes = (browser) => this.#request(browser === undefined ? 'pushes' : `pushes?browser=${browser}`);
  subscription = (number) => this.#request(`subscription?browser=${number}`);
  /** Returns when accepted pushes arrived, in sorted seconds after `moment`. */
  secondsAfter = async (timestamp) =>
    Float64Array.from(await this.pushes(), ({ at }) => (at - Date.parse(timestamp)) / 1_000).sort();
  /** Sets a behavior of push-modes.ts. */
  behave = (behavior = { mode: 'ok' }) => this.#request('mode', { method: 'POST', body: behavior });
  expectKey = (key) => this.#request('vapid-key', { method: 'POST', body: { key } });
}

/**
 * Starts a simulated push service in a separate process.
 * @param name of its folder in `folder`, and in its certificate, which `authority` issues
 * @param openEvery decrypts one push in this many
 */
export async function startVendor({ name, folder, authority, defer, openEvery }) {
  const tls = join(folder, name);
  mkdirSync(tls, { recursive: true });
  const leaf = await makeLeaf(authority, { peer: name, names: ['127.0.0.1'] });
  writeFileSync(join(tls, 'tls.crt'), leaf.certificate);
  writeFileSync(join(tls, 'tls.key'), leaf.key);
  const port = await freePort();
  const pid = await startProgram({
    file: join(root, 'simulator/dist/push-service/main.js'),
    args: ['--port', String(port), '--tls', tls, ...(openEvery ? ['--open-every', String(openEvery)] : [])],
    defer,
  });
  const vendor = new Vendor(`https://127.0.0.1:${port}`, pid);
  const { Agent } = await import('undici');
  vendor.dispatcher = new Agent({ connect: { ca: authority.certificate } });
  defer(() => vendor.dispatcher.destroy());
  return vendor;
}
