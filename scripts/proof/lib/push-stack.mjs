import { spawnSync } from 'node:child_process';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeAuthority } from '../../../services/platform/local/certificates.mjs';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { startPostgres } from '../../../services/platform/local/postgres.mjs';
import { root } from '../../lib/checkout.mjs';
import { newFolder } from '../../lib/processes.mjs';
import { until } from '../../lib/until.mjs';
import { completeSecrets } from '../../compose/secrets.mjs';
import { prepareRoles } from '../../local-mode/secrets.mjs';
import { startProgram } from './start-program.mjs';
import { cpuSeconds, processTree } from './process-usage.mjs';
import { startVendor } from './push-vendor.mjs';

/**
 * The warning senders alone: Postgres with the schema `notifications`, senders as in production, and any number of
 * simulated push services.
 */

const service = join(root, 'services/notifications/dist');
const simulated = join(root, 'simulator/dist/push-service');

const rowsAtOnce = 2_500;

/** Around Little Rock; each push includes it. */
const area = [
  [-92.45, 34.6],
  [-92.45, 34.9],
  [-91.8, 34.95],
  [-91.8, 34.65],
  [-92.45, 34.6],
];

/** Includes exited processes. */
function postgresSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return cpuSeconds(processTree(pid)) + (Number(fields[13]) + Number(fields[14])) / 100;
}

export class PushStack {
  #defer;
  #place;
  #sequence = 0;
  #keys = { current: randomBytes(32), hash: randomBytes(32) };
  vendors = [];

  /** @param defer of the proof: registers cleanup steps */
  static async open({ defer }) {
    const stack = new PushStack();
    stack.#defer = defer;
    stack.folder = newFolder('push-stack');
    defer(() => rmSync(stack.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));
    stack.#place = {
      dataDir: join(stack.folder, 'postgres'),
      port: await freePort(),
      password: randomBytes(12).toString('hex'),
    };
    stack.postgres = await startPostgres(stack.#place);
    defer(() => stack.postgres.stop());
    stack.databases = await prepareRoles(stack.postgres.url, completeSecrets({}).secrets);
    stack.#migrate();
    await stack.#openDatabase();
    stack.authority = await makeAuthority();
    writeFileSync(join(stack.folder, 'authority.pem'), stack.authority.certificate);
    const vapid = createECDH('prime256v1');
    vapid.generateKeys();
    // A key may begin with zeros, which `getPrivateKey` omits.
    const privateKey = vapid.getPrivateKey('hex').padStart(64, '0');
    stack.vapidKey = Buffer.from(privateKey, 'hex').toString('base64url');
    stack.vapidPublicKey = vapid.getPublicKey('base64url');
    return stack;
  }

  #migrate() {
    const { status, stderr } = spawnSync(process.execPath, [join(service, 'migrate.js')], {
      env: {
        ...process.env,
        DATABASE_URL: this.databases.notifications,
        MIGRATION_DATABASE_URL: this.databases.migrator,
      },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the schema could not be created: ${stderr}`);
  }

  async #openDatabase() {
    const { openDatabase } = await import('@site/platform/data/database');
    const { notificationsDatabase } = await import(join(service, 'database.js'));
    this.dataSource = await openDatabase({
      ...notificationsDatabase,
      url: this.databases.notifications,
      poolMax: 2,
      waits: { statementMs: 120_000 },
    });
    this.#defer(() => this.dataSource.destroy());
  }

  async crashPostgres(downMs) {
    this.postgres.server.kill('SIGQUIT');
    await this.postgres.stop();
    await wait(downMs);
    this.postgres = await startPostgres(this.#place);
  }

  query = (statement, values) => this.dataSource.query(statement, values);

  /** @param options as for `startVendor` */
  async startVendor(options = {}) {
    const name = `vendor-${this.vendors.length + 1}`;
    const vendor = await startVendor({
      ...options,
      name,
      folder: this.folder,
      authority: this.authority,
      defer: this.#defer,
    });
    this.vendors.push(vendor);
    return vendor;
  }

  /** Starts a sender that uses the push services started so far; returns its process ID. */
  async startSender(environment = {}) {
    return startProgram({
      file: join(service, 'sender.js'),
      environment: {
        DATABASE_URL: this.databases.notifications,
        NOTIFICATIONS_KEY: this.#keys.current.toString('hex'),
        NOTIFICATIONS_HASH_KEY: this.#keys.hash.toString('hex'),
        VAPID_PRIVATE_KEY: this.vapidKey,
        VAPID_SUBJECT: 'mailto:bench@example.org',
        PUBLIC_URL: 'https://weather.lab.test',
        PUSH_HOSTS: this.vendors.map(({ host }) => host).join(','),
        NOTIFICATIONS_MAIL: 'false',
        METRICS_PORT: '0',
        NODE_EXTRA_CA_CERTS: join(this.folder, 'authority.pem'),
        ...environment,
      },
      defer: this.#defer,
    });
  }

  /**
   * Adds confirmed browsers that subscribe to everything.
   * @param vendor their push service
   * @param from the number of the first
   * @param countiesOf their number → FIPS codes
   */
  async addBrowsers({ vendor, from = 0, count, countiesOf }) {
    const { AddressSeal } = await import(join(service, 'channels/address-seal.js'));
    const { shardOf } = await import(join(service, 'channels/channel.entity.js'));
    const { notificationKinds } = await import('@site/domain/notifications/kinds');
    const { SyntheticBrowsers } = await import(join(simulated, 'synthetic-browsers.js'));
    const seal = new AddressSeal(this.#keys);
    const browsers = new SyntheticBrowsers();
    for (let first = from; first < from + count; first += rowsAtOnce) {
      const numbers = Array.from({ length: Math.min(rowsAtOnce, from + count - first) }, (_, index) => first + index);
      const rows = numbers.map((number) => {
        const id = randomUUID();
        const subscriber = randomUUID();
        const { endpoint, keys } = browsers.subscription(number, vendor.url);
        return {
          id,
          subscriber,
          shard: shardOf(id),
          counties: countiesOf(number),
          address: seal.seal(endpoint, id),
          hash: seal.hash('push', endpoint),
          keys: seal.sealKeys(keys, id),
        };
      });
      const column = (name) => rows.map((row) => row[name]);
      await this.query(
        `INSERT INTO subscribers (id, state, confirmed_at) SELECT id, 'confirmed', now() FROM unnest($1::uuid[]) AS id`,
        [column('subscriber')],
      );
      await this.query(
        `INSERT INTO channels (id, subscriber_id, shard, kind, address_sealed, address_hash, push_origin, keys_sealed, state,
           confirmed_at, last_ok_at)
         SELECT id, subscriber, shard, 'push', address, hash, $6, keys, 'confirmed', now(), now() - interval '2 days'
         FROM unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::bytea[], $5::bytea[], $7::bytea[])
           AS new (id, subscriber, shard, address, hash, keys)`,
        [
          column('id'),
          column('subscriber'),
          column('shard'),
          column('address'),
          column('hash'),
          new URL(vendor.url).origin,
          column('keys'),
        ],
      );
      await this.query(
        `INSERT INTO preferences (subscriber_id, kinds, min_level, override_quiet_hours)
         SELECT id, $2, 1, true FROM unnest($1::uuid[]) AS id`,
        [column('subscriber'), [...notificationKinds]],
      );
      const follows = rows.flatMap(({ subscriber, counties }) => counties.map((county) => [county, subscriber]));
      await this.query(`INSERT INTO follows (county, subscriber_id) SELECT * FROM unnest($1::text[], $2::uuid[])`, [
        follows.map(([county]) => county),
        follows.map(([, subscriber]) => subscriber),
      ]);
    }
  }

  /** Does the work of autovacuum, which would start only minutes later. */
  settle() {
    return this.#asSuperuser(async (client) => {
      for (const table of [
        'subscribers',
        'channels',
        'preferences',
        'follows',
        'deliveries',
        'notified',
        'dispatch_shards',
      ])
        await client.query(`VACUUM (ANALYZE) notifications.${table}`);
      await client.query('CHECKPOINT');
    });
  }

  async #asSuperuser(act) {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: this.postgres.url });
    await client.connect();
    try {
      return await act(client);
    } finally {
      await client.end();
    }
  }

  /**
   * Returns the dispatches that these events create, if any.
   * @throws if an event fails, which `recordEvents` only parks
   */
  async record(...events) {
    const { readCursor, recordEvents } = await import(join(service, 'events/record-events.js'));
    const expected = await readCursor(this.dataSource);
    this.#sequence = Math.max(this.#sequence, expected.after);
    const numbered = events.map((event) => ({ ...event, sequence: (this.#sequence += 1) }));
    const dispatches = await recordEvents(this.dataSource, { events: numbered, expected, now: Date.now() });
    const parked = await this.query('SELECT event_key, reason FROM parked_events');
    if (parked.length > 0) throw new Error(`events were parked: ${JSON.stringify(parked)}`);
    return dispatches;
  }

  warning({ number, counties, lastsMs = 40 * 60_000, ...changes }) {
    const now = Date.now();
    return {
      eventKey: `KLZK.TO.W.${String(number).padStart(4, '0')}.${new Date(now).getUTCFullYear()}`,
      revision: 1,
      action: 'NEW',
      event: 'Tornado Warning',
      severity: 'Extreme',
      counties,
      newCounties: [],
      replacedCounties: [],
      geometry: JSON.stringify({ type: 'Polygon', coordinates: [area] }),
      alertId: `urn:oid:bench.${number}`,
      threatStep: 0,
      headline: '',
      danger: 5,
      level: 'warning',
      badge: '',
      sent: new Date(now).toISOString(),
      firstSeenAt: new Date(now).toISOString(),
      ends: new Date(now + lastsMs).toISOString(),
      fromNwws: false,
      alreadyActive: false,
      ...changes,
    };
  }

  /** Resolves when all work is done and counted. */
  async untilFinished(id, { withinMs = 120_000 } = {}) {
    return until(
      'the run to be finished',
      async () => {
        const [run] = await this.query(
          `SELECT reserved, accepted, late, gone, failed, maybe_repeated AS "maybeRepeated" FROM dispatches
           WHERE id = $1 AND finished_at IS NOT NULL`,
          [id],
        );
        return run;
      },
      { withinMs, intervalMs: 100 },
    );
  }

  seconds(senders) {
    return { senders: cpuSeconds(senders), postgres: postgresSeconds(this.postgres.server.pid) };
  }
}
