import { once } from 'node:events';
import { connect } from 'node:net';
import { Client } from 'pg';
import { pino, type Logger } from 'pino';
import { QueryFailedError } from 'typeorm';
import { freePort } from '../../local/ports.mjs';
import { nameDependency, onceAMinute } from './outage-log.js';

interface Line {
  level: number;
  msg: string;
  dependency?: string;
  suppressed?: number;
}

const info = 30;
const warning = 40;
const failure = 50;

describe('the log of an outage', () => {
  let now: number;
  let lines: Line[];
  let logger: Logger;
  beforeEach(() => {
    now = 0;
    lines = [];
    const write = (text: string) => lines.push(JSON.parse(text) as Line);
    logger = pino({ hooks: { logMethod: onceAMinute(() => now) } }, { write });
  });

  const coded = (code: unknown, message = 'a message') => Object.assign(new Error(message), { code });

  it('has one line per dependency and minute, whichever parts notice it in whichever way', async () => {
    const port = await freePort();
    nameDependency(`postgresql://site:secret@127.0.0.1:${port}/site`, 'postgres', 5432);
    const rejected: unknown = await new Client({ host: '127.0.0.1', port }).connect().catch((error: unknown) => error);
    const noticed = [
      coded('57P01', 'terminating connection due to administrator command'),
      coded('57P03', 'the database system is shutting down'),
      new Error('Connection terminated unexpectedly'),
      new QueryFailedError('SELECT 1', [], rejected as Error),
      rejected,
    ];
    for (const err of noticed) {
      logger.warn({ err, loop: 'outbox' }, 'a loop lost its notice connection');
      logger.child({ loop: 'lane' }).error({ err }, 'a request failed unexpectedly');
    }
    logger.warn({ err: coded(14, 'connect ECONNREFUSED 10.0.0.7:50051') }, 'a request needed a service that is down');
    expect(lines.map(({ level, dependency }) => [level, dependency])).toEqual([
      [warning, 'postgres'],
      [warning, '10.0.0.7:50051'],
    ]);
    now = 60_000;
    logger.warn({ err: rejected }, 'a loop failed; it is retried');
    expect(lines.at(-1)).toMatchObject({ dependency: 'postgres', suppressed: 9 });
  });

  it('names the host of an address that cannot be resolved or reached', async () => {
    const socket = connect({ host: '127.0.0.1', port: await freePort() });
    const [err] = (await once(socket, 'error').catch((error: unknown) => [error])) as [Error];
    logger.warn({ err: new TypeError('fetch failed', { cause: err }) }, 'a provider response could not be saved');
    logger.warn({ err: Object.assign(coded('ENOTFOUND'), { hostname: 'api.weather.gov' }) }, 'no forecast');
    expect(lines.map(({ dependency }) => dependency)).toEqual([expect.stringMatching(/^port \d+$/), 'api.weather.gov']);
  });

  it('has every line that is not about an outage, and those below a warning', () => {
    for (const _ of [1, 2]) {
      logger.error({ err: coded('23505', 'duplicate key') }, 'a request failed unexpectedly');
      logger.info({ err: coded('ECONNREFUSED') }, 'request');
      logger.warn('no admin exists');
    }
    expect(lines.map(({ level }) => level)).toEqual([failure, info, warning, failure, info, warning]);
    logger.warn({ err: coded('ECONNREFUSED') }, 'the queue is away');
    logger.fatal({ err: coded('ECONNREFUSED') }, 'cannot start');
    expect(lines.at(-1)?.msg).toBe('cannot start');
  });

  it('counts lines that name their dependency', () => {
    for (const _ of [1, 2]) logger.warn({ dependency: 'mail server', reason: 'refused' }, 'job postponed');
    expect(lines).toHaveLength(1);
  });
});
