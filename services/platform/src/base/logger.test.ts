import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pino } from 'pino';
import { QueryFailedError } from 'typeorm';
import { createLogger, NestLogger, redact } from './logger.js';
import { inBackground, runInContext } from './request-context.js';

it('omits user input from a failed query, and keeps its text and code', () => {
  const ofPostgres = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(nora@example.org) already exists.',
  });
  const err = new QueryFailedError('INSERT INTO people VALUES ($1)', ['nora@example.org'], ofPostgres);
  let line = '';
  pino({ redact }, { write: (text) => (line += text) }).error({ err, email: 'nora@example.org' }, 'unexpected error');
  expect(line).not.toContain('nora@example.org');
  expect(JSON.parse(line)).toMatchObject({
    err: { message: 'duplicate key', query: 'INSERT INTO people VALUES ($1)', code: '23505' },
  });
});

it("leaves the report of a database that isn't there yet to the service, and keeps other errors of the framework", () => {
  const lines: { level: number; msg: string }[] = [];
  const write = (text: string) => lines.push(JSON.parse(text) as (typeof lines)[number]);
  const nest = new NestLogger(pino({}, { write }));
  nest.error('Unable to connect to the database. Retrying (1)...', 'Error: connect ECONNREFUSED', 'TypeOrmModule');
  nest.error('something else', 'a stack', 'ExceptionsHandler');
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([[50, 'something else']]);
});

describe('lines of a request', () => {
  const fieldsOf = (write: (logger: ReturnType<typeof createLogger>) => void) => {
    const lines: Record<string, unknown>[] = [];
    const collect = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
    write(createLogger({ name: 'test', level: 'info', format: 'json' }, collect));
    return lines.map(({ time: _time, ...fields }) => fields);
  };
  const line = (msg: string, fields: object) => ({ level: 30, name: 'test', service: 'test', msg, ...fields });

  it("carry the request's id and their own fields only", () => {
    const context = { requestId: 'request-1' };
    const lines = fieldsOf((logger) =>
      runInContext(context, () => {
        logger.info({ client: '203.0.113.5', path: '/about', method: 'GET' }, 'request');
        logger.child({ queue: 'mail' }).info('a job');
        logger.info({ section: 'team' }, 'section recovered');
      }),
    );
    expect(lines).toEqual([
      line('request', { requestId: 'request-1', client: '203.0.113.5', path: '/about', method: 'GET' }),
      line('a job', { requestId: 'request-1', queue: 'mail' }),
      line('section recovered', { requestId: 'request-1', section: 'team' }),
    ]);
    expect(context).toEqual({ requestId: 'request-1' });
  });

  it('leave nothing behind in background work that a request starts', async () => {
    let work: Promise<void> | undefined;
    const lines: Record<string, unknown>[] = [];
    const collect = { write: (text: string) => void lines.push(JSON.parse(text) as Record<string, unknown>) };
    const logger = createLogger({ name: 'test', level: 'info', format: 'json' }, collect);
    runInContext({ requestId: 'request-1' }, () => {
      work = inBackground(async () => {
        await Promise.resolve();
        logger.info('refreshed');
      });
    });
    await work;
    expect(lines.map(({ requestId, msg }) => [requestId, msg])).toEqual([[undefined, 'refreshed']]);
  });
});

it('escapes control characters in readable lines', () => {
  const hostile = 'a\u001b[31m"b"\\\n12:00:00 ready\u009b31m';
  const program = `
    import { createLogger } from './logger.js';
    const logger = createLogger({ name: 'test', level: 'info', format: 'pretty' });
    const text = ${JSON.stringify(hostile)};
    logger.warn({ directive: text, err: new Error(text) }, text);
  `;
  const text = execFileSync(
    process.execPath,
    [
      '--import',
      join(import.meta.dirname, '../../../../scripts/testing/sources.mjs'),
      '--input-type=module',
      '--eval',
      program,
    ],
    { cwd: import.meta.dirname, encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '0' } },
  );
  expect(text).toContain('a\\u001b[31m"b"\\');
  expect(text.split('\n').filter((line) => line.startsWith('12:00:00'))).toEqual([]);
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});
