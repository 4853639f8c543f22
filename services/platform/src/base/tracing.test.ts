import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Metadata } from '@grpc/grpc-js';
import { until } from '../../testing/until.js';
import {
  beginSpan,
  carried,
  carry,
  context,
  inSpan,
  SpanKind,
  startTracing,
  traceUnderWay,
  tracing,
} from './tracing.js';

async function startCollector() {
  const received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, close: () => server.close() };
}

describe('tracing', () => {
  it('does nothing without a collector', async () => {
    const stop = await startTracing('quiet');
    const metadata = new Metadata();
    carry(metadata);
    expect(tracing()).toBe(false);
    expect(metadata.getMap()).toEqual({});
    expect(traceUnderWay()).toBeUndefined();
    await expect(inSpan('work', { kind: SpanKind.INTERNAL }, () => Promise.resolve('done'))).resolves.toBe('done');
    await stop();
  });

  it('exports the spans of one request from both sides of a call in one trace', async () => {
    const collector = await startCollector();
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
    try {
      const stop = await startTracing('submissions');
      const metadata = new Metadata();
      await inSpan('caller', { kind: SpanKind.CLIENT }, async () => carry(metadata));
      const { span, inside } = beginSpan('callee', { kind: SpanKind.SERVER, parent: carried(metadata) });
      const trace = String(metadata.get('traceparent')[0]).split('-')[1]!;
      expect(span.spanContext().traceId).toBe(trace);
      await context.with(inside, () =>
        expect(
          inSpan('failing', { kind: SpanKind.INTERNAL }, () => Promise.reject(new Error('a person@example.org'))),
        ).rejects.toThrow(),
      );
      span.end();
      await stop();
      await until('the spans', () => collector.received.length > 0);
      const sent = Buffer.concat(collector.received.map(({ body }) => body));
      expect(collector.received[0]!.path).toBe('/v1/traces');
      for (const text of ['caller', 'callee', 'failing', 'submissions']) expect(sent.includes(text)).toBe(true);
      expect(sent.toString('hex').split(trace).length - 1).toBe(3);
      // Error messages may contain user input.
      expect(sent.includes('person@example.org')).toBe(false);
    } finally {
      delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
      collector.close();
    }
  });
});
