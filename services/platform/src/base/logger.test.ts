import { pino } from 'pino';
import { QueryFailedError } from 'typeorm';
import { redact } from './logger.js';

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
