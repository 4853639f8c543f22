import type { Metadata } from '@grpc/grpc-js';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';

/**
 * OpenTelemetry traces, only when OTEL_EXPORTER_OTLP_ENDPOINT is set: otherwise the SDK is not even loaded and every call here
 * costs next to nothing. Spans are made where work changes hands (a request, a call between processes, a job), named by the
 * semantic conventions; no address, form text or query string gets into one. The SDK reads the other standard
 * variables (OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER, …) itself.
 */

let on = false;
/** Whether spans go anywhere. */
export const tracing = (): boolean => on;

/**
 * Starts sending this process's spans to the collector at OTEL_EXPORTER_OTLP_ENDPOINT (OTLP over HTTP, protobuf).
 * @returns a function that sends the rest and stops
 */
export async function startTracing(serviceName: string): Promise<() => Promise<void>> {
  if (!process.env['OTEL_EXPORTER_OTLP_ENDPOINT']) return () => Promise.resolve();
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/resources'),
    ]);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.namespace': 'arkansas-weather' }),
    // Bounded: while the collector is down we lose spans, not memory.
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(), { maxQueueSize: 2_048 })],
  });
  provider.register();
  on = true;
  return () => provider.shutdown().catch(() => undefined);
}

interface SpanOptions {
  kind: SpanKind;
  attributes?: Attributes;
  /** What it is a part of, if not of the current span. */
  parent?: Context;
}

const tracer = () => trace.getTracer('arkansas-weather');

/** Begins a span, which the caller has to end, and the context in which its parts run. */
export function beginSpan(name: string, { kind, attributes, parent }: SpanOptions): { span: Span; inside: Context } {
  const within = parent ?? context.active();
  const span = tracer().startSpan(name, { kind, ...(attributes && { attributes }) }, within);
  return { span, inside: trace.setSpan(within, span) };
}

/** Runs `work` as a span of its own, which fails when it does. */
export async function inSpan<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
  if (!on) return work();
  const { span, inside } = beginSpan(name, options);
  try {
    return await context.with(inside, work);
  } catch (error) {
    failed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed, with only the kind of failure: messages may contain what people typed. */
export function failed(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: string };
  const kind = typeof code === 'number' || typeof code === 'string' ? String(code) : (name ?? 'Error');
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kind);
}

/** Writes the current span into a call's metadata (W3C Trace Context). */
export function carry(metadata: Metadata): void {
  if (on) propagation.inject(context.active(), metadata, { set: (carrier, key, value) => carrier.set(key, value) });
}

/** The caller's span, from a call's metadata. */
export const carried = (metadata: Metadata | undefined): Context =>
  metadata
    ? propagation.extract(context.active(), metadata, {
        keys: (carrier) => Object.keys(carrier.getMap()),
        get: (carrier, key) => carrier.get(key).map(String),
      })
    : context.active();

/** The current span as text (W3C traceparent), for work that is done later; undefined where no traces are kept. */
export function traceUnderWay(): string | undefined {
  if (!on) return undefined;
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier['traceparent'];
}

/** The span that asked for this work, from `traceUnderWay`; without one the work is a trace of its own. */
export const askedBy = (traceparent: unknown): Context =>
  typeof traceparent === 'string' ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT;

export { context, SpanKind };
