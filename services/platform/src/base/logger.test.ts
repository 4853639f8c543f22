import { pino } from 'pino';
import { QueryFailedError } from 'typeorm';
import { NestLogger, redact } from './logger.js';

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
