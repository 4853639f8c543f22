import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '@site/platform/base/ids';
import { addToOutbox, markProcessed } from '@site/platform/jobs/outbox';
import { testLogger } from '@site/platform/testing/logger';
import type { JobName } from '@site/proto/queues';
import { until } from '@site/platform/testing/until';
import { inSpan, SpanKind, startTracing, traceUnderWay } from '@site/platform/base/tracing';
import { Submissions } from '../testing/submissions.js';
import { Hopeless, Postponed, type JobHandlers } from './job.js';
import { startQueueWorker } from './queue-worker.js';

/** An OpenTelemetry collector that records requests. */
async function startCollector() {
  const received: Buffer[] = [];
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => received.push(chunk));
    request.on('end', () => response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => Buffer.concat(received),
    close: () => server.close(),
  };
}

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
});
afterAll(() => submissions.stop());

it('records one span per run of a job, in the trace of the request that added it', async () => {
  const collector = await startCollector();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
  let postponed = 0;
  const finish = (outboxId: string) =>
    submissions.database.dataSource.transaction((manager) => markProcessed(manager, outboxId));
  const handlers: JobHandlers = {
    'send-reply': {
      limitSeconds: 5,
      run: async ({ outboxId }) => {
        if (postponed++ === 0) throw new Postponed('not now', 1);
        await finish(outboxId);
      },
    },
    'send-digest': { limitSeconds: 5, run: () => Promise.reject(new Hopeless('of a person@example.org')) },
  };
  try {
    const stop = await startTracing('worker');
    const fetch = (name: JobName<'mail'>) =>
      submissions.database.dataSource.transaction((manager) =>
        addToOutbox(manager, { queue: 'mail', name, payload: { thingId: newId() } }),
      );
    const [traceparent, ...ids] = await inSpan('request', { kind: SpanKind.SERVER }, async () => [
      traceUnderWay() ?? '',
      await fetch('send-reply'),
      await fetch('send-digest'),
    ]);
    const worker = startQueueWorker({
      name: 'mail',
      settings: submissions.queue,
      handlers,
      atOnce: 2,
      dataSource: submissions.database.dataSource,
      logger: testLogger,
    });
    await until('both jobs to end', async () => {
      const ended = await submissions.query(
        'SELECT FROM outbox WHERE id = ANY($1) AND (processed_at IS NOT NULL OR failed_at IS NOT NULL)',
        [ids],
      );
      return ended.length === 2;
    });
    await worker.close();
    await stop();
    await until('the spans', () => collector.sent().includes('job send-digest'));
    const sent = collector.sent();
    for (const text of ['job send-reply', 'job.outcome', 'done', 'postponed', 'failed', 'mail', ...ids])
      expect(sent.includes(text)).toBe(true);
    // The request, two runs of one job, and one run of the other.
    const [, trace = 'none'] = (traceparent ?? '').split('-');
    expect(sent.toString('hex').split(trace).length - 1).toBe(4);
    expect(sent.includes('person@example.org')).toBe(false);
  } finally {
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    collector.close();
  }
});
