/**
 * The gateway's side of group commit (docs/decisions/0021-group-commit.md): concurrent writes share a call, which the
 * service (`GroupCommit`) commits once. The first write is sent immediately; later ones form the next batch. Writes that
 * a batch omits or fails are sent individually, so each keeps its own response and error.
 */
import type { Metadata } from '@grpc/grpc-js';
import { HttpException } from '@nestjs/common';
import { isOutage } from '@site/platform/base/outage';
import { inBackground } from '@site/platform/base/request-context';
import { tracing } from '@site/platform/base/tracing';
import { maxBatchSize } from '@site/proto/requests/v1/batch-limit';
import { busy } from '../http-errors.js';
import { callDeadline } from './connection.js';

/** Starts the next batch if the current call is slow. */
const nextBatchDelayMs = 100;
/** As in `connection.ts`. */
const maxWaiting = 500;

interface Waiting<Request, Response> {
  request: Request;
  metadata: Metadata;
  deadline: Date;
  resolve: (response: Response | Promise<Response>) => void;
  reject: (error: unknown) => void;
}

interface Senders<Request, Response> {
  /** Must be idempotent. */
  single(request: Request, metadata: Metadata, deadline: Date): Promise<Response>;
  /** Returns responses in the same order; undefined for omitted requests. */
  batch(requests: Request[], metadata: Metadata, deadline: Date): Promise<(Response | undefined)[]>;
}

/** Whether the whole batch fails. */
const isUnreachable = (error: unknown) => isOutage(error) || error instanceof HttpException;

export class RequestBatcher<Request, Response> {
  private readonly waiting: Waiting<Request, Response>[] = [];
  private isSending = false;

  constructor(private readonly senders: Senders<Request, Response>) {}

  /** Rejects with the error of the individual call. */
  async call(request: Request, metadata: Metadata): Promise<Response> {
    const deadline = callDeadline();
    // A trace follows a single request.
    if (tracing()) return this.senders.single(request, metadata, deadline);
    if (this.waiting.length >= maxWaiting) throw busy();
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, metadata, deadline, resolve, reject });
      if (!this.isSending) inBackground(() => this.next());
    });
  }

  private next(): void {
    const [first, ...others] = this.waiting.splice(0, maxBatchSize);
    this.isSending = first !== undefined;
    if (!first) return;
    let isOver = false;
    const startNext = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.next();
    };
    const timer = setTimeout(startNext, nextBatchDelayMs);
    void (others.length === 0 ? this.sendSingle(first) : this.sendBatch([first, ...others])).then(startNext);
  }

  private sendSingle({ request, metadata, deadline, ...waiting }: Waiting<Request, Response>): Promise<void> {
    return this.senders.single(request, metadata, deadline).then(waiting.resolve, waiting.reject);
  }

  /** Uses the metadata and deadline of the oldest request. */
  private async sendBatch(all: [Waiting<Request, Response>, ...Waiting<Request, Response>[]]): Promise<void> {
    const [{ metadata, deadline }] = all;
    const requests = all.map(({ request }) => request);
    let responses: (Response | undefined)[] = [];
    try {
      responses = await this.senders.batch(requests, metadata, deadline);
    } catch (error) {
      if (isUnreachable(error)) return all.forEach(({ reject }) => reject(error));
    }
    for (const [at, each] of all.entries()) {
      const response = responses[at];
      if (response === undefined) void this.sendSingle(each);
      else each.resolve(response);
    }
  }
}
