/** The installation's view of the simulated outside world (`simulated-services-main.mjs`). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAuthority, makeLeaf } from '../../../services/platform/local/certificates.mjs';
import { providersBelow } from '../../../simulator/addresses.mjs';
import { root } from '../../lib/checkout.mjs';
import { until } from '../../lib/until.mjs';

/** @typedef {{ subject: string, text: string }} Mail */
/** @typedef {{ title?: string, body?: string, data?: { confirm?: string } }} Notification */

const names = { providers: 'providers.outside.test', mail: 'mail.outside.test', push: 'push.outside.test' };
const hostNames = Object.values(names);

export const addresses = {
  providers: `http://${names.providers}:9090`,
  mail: `smtp://${names.mail}:2525`,
  // With an explicit port, the sender accepts a push service in a private network.
  push: `https://${names.push}:9443`,
};

/** In the outside world's container. */
export const controlPort = 8080;
export const certificates = '/certificates';

export const outsideSettings = { SMTP_URL: addresses.mail, PUSH_HOSTS: new URL(addresses.push).host };

const authorityPath = '/run/outside/authority.pem';

/**
 * Writes the certificates and the compose file that adds the outside world.
 * @param {string} folder an empty folder
 * @param {number} port on 127.0.0.1, for its API
 * @returns the compose file
 */
export async function writeOutside(folder, port) {
  const authority = await makeAuthority({ name: 'Outside world', days: 2 });
  const leaf = await makeLeaf(authority, { peer: 'outside', names: hostNames, days: 1 });
  const write = (/** @type {string} */ name, /** @type {string} */ text) => {
    writeFileSync(join(folder, name), text, { mode: 0o644 });
    return join(folder, name);
  };
  write('tls.crt', leaf.certificate);
  write('tls.key', leaf.key);
  const authorityFile = write('authority.pem', authority.certificate);
  /** @param {string} source @param {string} target */
  const readOnly = (source, target) => ({ type: 'bind', source, target, read_only: true });
  const services = {
    'outside-world': {
      image: 'node:24-slim',
      command: ['node', '/checkout/scripts/compose/compose-test/simulated-services-main.mjs'],
      volumes: [readOnly(root, '/checkout'), readOnly(folder, certificates)],
      networks: { egress: { aliases: hostNames } },
      ports: [`127.0.0.1:${port}:${controlPort}`],
      init: true,
      healthcheck: {
        test: ['CMD', 'bash', '-c', `exec 3<>/dev/tcp/127.0.0.1/${controlPort}`],
        interval: '5s',
        timeout: '5s',
        retries: 3,
        start_period: '120s',
        start_interval: '1s',
      },
    },
    // With another limit than before 1 December 2026, an upgrade restarts it, which visitors notice.
    postgres: { cpus: 1 },
    // Compose passes on only some of the providers' addresses.
    'weather-proxy': { environment: providersBelow(addresses.providers) },
    notifications: {
      environment: { NODE_EXTRA_CA_CERTS: authorityPath },
      volumes: [readOnly(authorityFile, authorityPath)],
    },
  };
  // YAML reads JSON.
  return write('outside.yml', JSON.stringify({ services }, null, 2));
}

export class Outside {
  /** @param {number} port */
  constructor(port) {
    this.site = `http://127.0.0.1:${port}`;
  }

  /** @template T @param {string} path @param {string} [method] @returns {Promise<T>} */
  async #call(path, method = 'GET') {
    const response = await fetch(`${this.site}${path}`, { method, signal: AbortSignal.timeout(10_000) });
    return /** @type {T} */ (await response.json());
  }

  /** @type {() => Promise<{ endpoint: string, keys: Record<string, string> }>} */
  subscription = () => this.#call('/subscription');
  warn = () => this.#call('/warning', 'POST');
  /**
   * When the alert list was fetched since the warning began, milliseconds since 1970 UTC.
   * @type {() => Promise<number[]>}
   */
  polls = () => this.#call('/polls');
  calmDown = () => this.#call('/warning', 'DELETE');

  /**
   * Waits up to two minutes for a mail to this address that `matches`.
   * @param {string} what in words, for the error
   * @param {string} address
   * @param {(mail: Mail) => boolean} [matches]
   */
  mail(what, address, matches = () => true) {
    const find = async () => {
      /** @type {Mail[]} */
      const emails = await this.#call(`/mails?to=${encodeURIComponent(address)}`);
      return emails.find(matches);
    };
    return until(what, find, { withinMs: 120_000, intervalMs: 200 });
  }

  /**
   * Waits up to two minutes for a push that `matches`.
   * @param {string} what in words, for the error
   * @param {(notification: Notification) => unknown} matches
   */
  async push(what, matches) {
    const find = async () => {
      /** @type {{ text: string }[]} */
      const pushes = await this.#call('/pushes');
      return pushes.map(({ text }) => /** @type {Notification} */ (JSON.parse(text).notification)).find(matches);
    };
    try {
      return await until(what, find, { withinMs: 120_000, intervalMs: 200 });
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      throw new Error(`${message}; the push service counted ${JSON.stringify(await this.#call('/push-faults'))}`);
    }
  }
}
