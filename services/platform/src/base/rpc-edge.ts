/** Interceptor and error filter of every rpc: request ids, durations, error codes. */
import { Metadata, status } from '@grpc/grpc-js';
import {
  Catch,
  Inject,
  Injectable,
  type ArgumentsHost,
  type CallHandler,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { RpcException } from '@nestjs/microservices';
import { metadataKeys, unavailable } from '@site/proto/grpc';
import { Histogram } from 'prom-client';
import { Observable, tap, throwError } from 'rxjs';
import { newId } from './ids.js';
import { metrics } from './metrics.js';
import { isOutage } from './outage.js';
import { runInContext } from './request-context.js';
import { LOGGER, type Logger } from './injection-tokens.js';
import { beginSpan, carried, context as traceContext, failed, SpanKind } from './tracing.js';

const callSeconds = new Histogram({
  name: 'grpc_server_call_seconds',
  help: 'Duration of gRPC calls',
  labelNames: ['method', 'outcome'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 4],
  registers: [metrics],
});

/** Sets every call's request id (for logs and downstream calls) and measures the call. */
@Injectable()
export class RpcContextInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const metadata = context.switchToRpc().getContext<Metadata | undefined>();
    const requestId = String(metadata?.get?.(metadataKeys.requestId)[0] ?? newId());
    const method = `${context.getClass().name}.${context.getHandler().name}`;
    const stop = callSeconds.startTimer({ method });
    const { span, inside } = beginSpan(method, {
      kind: SpanKind.SERVER,
      attributes: { 'rpc.system': 'grpc', 'rpc.method': method, 'request.id': requestId },
      parent: carried(metadata),
    });
    const error = (cause: unknown) => {
      stop({ outcome: 'error' });
      failed(span, cause);
    };
    return new Observable((subscriber) =>
      traceContext.with(inside, () =>
        runInContext({ requestId }, () =>
          next
            .handle()
            .pipe(tap({ error, complete: () => stop({ outcome: 'ok' }), finalize: () => span.end() }))
            .subscribe(subscriber),
        ),
      ),
    );
  }
}

/**
 * Returns whether Postgres aborted a transaction: 25P03 for an idle timeout, 40001 and 40P01 for a conflict. A retry
 * may succeed.
 */
function wasAborted(error: Error & { code?: unknown; driverError?: { code?: unknown } }): boolean {
  const { code } = error.driverError ?? error;
  return typeof code === 'string' && /^(25P03|40001|40P01)$/.test(code);
}

/**
 * Passes our own errors through, maps an outage of a dependency to UNAVAILABLE, and logs all others and returns them as
 * INTERNAL without the cause.
 */
@Catch()
export class RpcErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(exception: unknown, _host: ArgumentsHost): Observable<never> {
    if (exception instanceof RpcException) return throwError(() => exception.getError());
    const error = exception instanceof Error ? exception : new Error(String(exception));
    if (isOutage(error) || wasAborted(error)) {
      this.logger.warn({ err: error }, 'a dependency is unavailable');
      return throwError(() => unavailable('The service is busy. Please try again in a moment.').getError());
    }
    this.logger.error({ err: error }, 'unexpected error');
    return throwError(() => ({ code: status.INTERNAL, message: 'internal error' }));
  }
}
