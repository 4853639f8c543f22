/**
 * OpenTelemetry traces, only when OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise the SDK isn't loaded and calls are
 * nearly free. Spans mark handoffs (requests, calls between processes, jobs), follow the semantic conventions, and
 * never contain addresses, form text or query strings. The SDK reads the other standard variables
 * (OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER, …) itself.
 */
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

let on = false;
/** Returns whether spans are exported. */
export const tracing = (): boolean => on;

/**
 * Starts exporting spans (OTLP over HTTP, protobuf).
 * @returns a function that flushes the remaining spans and stops
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
    // Bounded: an outage of the collector costs spans, not memory.
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(), { maxQueueSize: 2_048 })],
  });
  provider.register();
  on = true;
  return async () => {
    await provider.shutdown().catch(() => undefined);
    on = false;
    // Or a later provider couldn't register.
    for (const api of [trace, context, propagation]) api.disable();
  };
}

interface SpanOptions {
  kind: SpanKind;
  attributes?: Attributes;
  /** Default: the current span. */
  parent?: Context;
}

const tracer = () => trace.getTracer('arkansas-weather');

/**
 * Starts a span, which the caller must end.
 * @returns it with the context for its children
 */
export function beginSpan(name: string, { kind, attributes, parent }: SpanOptions): { span: Span; inside: Context } {
  const within = parent ?? context.active();
  const span = tracer().startSpan(name, { kind, ...(attributes && { attributes }) }, within);
  return { span, inside: trace.setSpan(within, span) };
}

/** Runs `work` in a span, marked as failed if it rejects. */
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

/** Marks a span as failed without the message, which may contain user input. */
export function failed(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: string };
  const kind = typeof code === 'number' || typeof code === 'string' ? String(code) : (name ?? 'Error');
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kind);
}

/** Injects the current span into metadata (W3C Trace Context). */
export function carry(metadata: Metadata): void {
  if (on) propagation.inject(context.active(), metadata, { set: (carrier, key, value) => carrier.set(key, value) });
}

/** Returns the context that a call's metadata carries (W3C Trace Context), otherwise the current one. */
export const carried = (metadata: Metadata | undefined): Context =>
  metadata
    ? propagation.extract(context.active(), metadata, {
        keys: (carrier) => Object.keys(carrier.getMap()),
        get: (carrier, key) => carrier.get(key).map(String),
      })
    : context.active();

/** Returns the current span as W3C traceparent for deferred work, if tracing is on. */
export function traceUnderWay(): string | undefined {
  if (!on) return undefined;
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier['traceparent'];
}

/** Restores the span from `traceUnderWay`; without one, the work starts a new trace. */
export const extractTraceContext = (traceparent: unknown): Context =>
  typeof traceparent === 'string' ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT;

export { context, SpanKind };
