import { Writable } from 'node:stream';
import express, { type RequestHandler } from 'express';
import { pino } from 'pino';
import request from 'supertest';
import { until } from '../../../services/platform/testing/until.js';
import { requestEdge } from './request-edge.js';

/** Starts an application with one route; captures its log lines. */
function provided(handler: RequestHandler) {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const application = express();
  application.use(requestEdge(pino({ level: 'trace' }, sink)));
  application.all('/admin/main/post/edit', handler);
  return { application, lines };
}

it('writes one line per request, without user input from its query', async () => {
  const { application, lines } = provided((_request, response) => void response.json({}));
  await request(application).get('/admin/main/post/edit?postId=1&title=Secret%20plans&description=unseen').expect(200);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', path: '/admin/main/post/edit', status: 200 });
  expect(lines[0]).not.toMatch(/Secret|unseen|title=/);
});

it('knows the client of a request that is destroyed before its response', async () => {
  const { application, lines } = provided((incoming) => {
    incoming.destroy();
    // Node drops the socket of some aborted requests.
    Object.defineProperty(incoming, 'socket', { value: null });
  });
  await request(application)
    .post('/admin/main/post/edit')
    .send('x')
    .catch(() => undefined);
  await until('the line to be written', () => lines.length === 1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ status: 499, client: expect.stringMatching(/127\.0\.0\.1|::1/) });
});
