import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { root } from '../../lib/checkout.mjs';
import { run } from '../../lib/run.mjs';
import { outsideSettings, writeOutside } from './simulated-services.mjs';

const composeFile = 'docker-compose.yml';

/** A separate compose project with its own port and settings, and a simulated outside world. */
export class Installation {
  /** @param {{ folder: string, address: string, outsidePort: number, environment: Record<string, string> }} parts */
  constructor({ folder, address, outsidePort, environment }) {
    this.folder = folder;
    this.address = address;
    this.outsidePort = outsidePort;
    /** Its settings and those of the compose command. */
    this.environment = environment;
    this.project = environment.COMPOSE_PROJECT_NAME;
  }

  /**
   * Starts nothing.
   * @param {{ adminEmail: string, publicUrl: string, version?: string, checkout?: string }} options `checkout`: the folder
   *   of that version's compose files
   */
  static async prepare({ adminEmail, publicUrl, version = process.env.VERSION || 'dev', checkout = root }) {
    const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-journey-'));
    const port = await freePort();
    const outsidePort = await freePort();
    const noSettings = join(folder, 'none.env');
    writeFileSync(noSettings, '');
    const files = [join(checkout, composeFile), await writeOutside(folder, outsidePort)];
    const environment = {
      COMPOSE_PROJECT_NAME: `arkansas-weather-journey-${process.pid}`,
      COMPOSE_FILE: files.join(delimiter),
      // This checkout's .env belongs to another installation.
      COMPOSE_ENV_FILES: noSettings,
      COMPOSE_PARALLEL_LIMIT: '1',
      VERSION: version,
      NODE_ENV: 'production',
      PUBLIC_URL: publicUrl,
      // Each visitor of an upgrade has a separate address.
      TRUSTED_PROXY_CIDR: '172.16.0.0/12,10.0.0.0/8,192.168.0.0/16',
      PORT: String(port),
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: '',
      MAIL_FROM: 'Arkansas Weather <news@weather.lab.test>',
      SAMPLE_CONTENT: 'true',
      SAMPLE_WEATHER: '',
      RATE_LIMIT_SCALE: '1',
      ...outsideSettings,
    };
    return new Installation({ folder, outsidePort, address: `http://127.0.0.1:${port}`, environment });
  }

  /** @param {string} password @returns the folder for `reopen` */
  save(password) {
    const { folder, outsidePort, address, environment } = this;
    writeFileSync(join(folder, 'kept.json'), JSON.stringify({ folder, outsidePort, address, environment, password }));
    return folder;
  }

  /** @param {string} folder @returns the installation, with the first admin's password */
  static reopen(folder) {
    const { password, ...parts } = JSON.parse(readFileSync(join(folder, 'kept.json'), 'utf8'));
    return { installation: new Installation(parts), password };
  }

  /** As `git pull` does before an upgrade: from now on, commands use this checkout's compose files. */
  useCurrentFiles() {
    const [, ...others] = (this.environment.COMPOSE_FILE ?? '').split(delimiter);
    this.environment.COMPOSE_FILE = [join(root, composeFile), ...others].join(delimiter);
  }

  /** @param {string[]} args @param {import('../../lib/run.mjs').RunOptions} [options] */
  compose = (args, options = {}) => run('docker', ['compose', ...args], { ...options, environment: this.environment });

  /**
   * Runs a documented command in the checkout.
   * @param {string} command
   * @returns its output
   * @throws Error with the command and its last lines when it fails or takes more than half an hour
   */
  shell = (command) => {
    const options = { environment: this.environment, timeoutMs: 1_800_000, lastLines: 15, withErrors: true };
    return run('sh', ['-ec', command], options);
  };

  /** Returns the containers' states and last log lines, for the report of a failure. */
  async describe() {
    const commands = [
      ['ps', '--all'],
      ['logs', '--no-color', '--tail', '15'],
    ];
    const outputs = [];
    for (const args of commands) outputs.push(await this.compose(args).catch(({ message }) => message));
    return outputs.join('\n');
  }

  /** Deletes the containers, volumes and folder. */
  async remove() {
    await this.compose(['down', '--volumes', '--remove-orphans', '--timeout', '20'], { timeoutMs: 300_000 });
    rmSync(this.folder, { recursive: true, force: true });
  }
}
