import { createLogger } from '@site/platform/base/logger';
import { inBackground, runInContext } from '@site/platform/base/request-context';
import express from 'express';
import request from 'supertest';
import { until } from '../../../services/platform/testing/until.js';
import { ReadThroughCache } from '../responses/read-through-cache.js';
import { Section } from '../responses/response-section.js';
import { requestEdge } from './request-edge.js';

/** Lines that the real logger writes after a request, field by field. */

const lines: Record<string, unknown>[] = [];
const logger = createLogger(
  { name: 'gateway', level: 'info', format: 'json' },
  { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
);
const lineOf = (message: string) => {
  const { time: _time, level: _level, ...fields } = lines.find(({ msg }) => msg === message) ?? {};
  return fields;
};

beforeEach(() => (lines.length = 0));

it("background lines carry no request's fields", async () => {
  let finish: (() => void) | undefined;
  const section = new Section({
    name: 'team',
    load: () => new Promise<string>((resolve) => (finish = () => resolve('loaded'))),
    refreshIntervalMs: 60_000,
    onAttempt: async () => logger.info({ section: 'team' }, 'section built'),
    logger,
  });
  const cache = new ReadThroughCache<string>({
    toData: (message) => {
      logger.info('cache filled');
      return { message };
    },
    action: 'Read',
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
  const app = express();
  app.use(requestEdge(logger));
  app.get('/start', (_request, response) => {
    void section.refresh();
    void cache.find('a', () => Promise.resolve('message'));
    logger.info({ step: 1 }, 'inside the request');
    response.send('started');
  });
  const { headers } = await request(app).get('/start');
  const requestId = headers['x-request-id'];
  await until('the request to be logged', () => lines.some(({ msg }) => msg === 'request'));
  finish?.();
  await until('the section to be built', () => lines.some(({ msg }) => msg === 'section built'));
  section.stop();
  expect(lineOf('inside the request')).toEqual({
    name: 'gateway',
    service: 'gateway',
    requestId,
    step: 1,
    msg: 'inside the request',
  });
  expect(lineOf('section built')).toEqual({
    name: 'gateway',
    service: 'gateway',
    section: 'team',
    msg: 'section built',
  });
  expect(lineOf('cache filled')).toEqual({ name: 'gateway', service: 'gateway', msg: 'cache filled' });
});

it('a request line leaves no field on later lines of its context', () => {
  runInContext({ requestId: 'request-1' }, () => {
    logger.info({ client: '203.0.113.5', path: '/about' }, 'request');
    logger.info({ section: 'faqs' }, 'later');
    inBackground(() => logger.info('background'));
  });
  expect(lineOf('later')).toEqual({
    name: 'gateway',
    service: 'gateway',
    requestId: 'request-1',
    section: 'faqs',
    msg: 'later',
  });
  expect(lineOf('background')).toEqual({ name: 'gateway', service: 'gateway', msg: 'background' });
});
