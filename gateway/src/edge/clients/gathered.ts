import type { Metadata } from '@grpc/grpc-js';
import { HttpException } from '@nestjs/common';
import { isOutage } from '@site/platform/base/outage';
import { tracing } from '@site/platform/base/tracing';
import { mostTogether } from '@site/proto/requests/v1/together';
import { busy } from '../failures.js';
import { callDeadline } from './connection.js';

/**
 * Writes that wait together share one call, and in the service one commit: a call costs the gateway as much as all the rest of a
 * form. The first one goes at once, by itself; those that come while it is under way go together as the next. What a shared call
 * leaves out, or fails for, is asked for alone, so that every write keeps its own answer, error and deadline.
 */

/** For a call that is slow, the next ones do not wait. */
const patienceMs = 100;
/** As many as may wait for one service (`connection.ts`). */
const mostWaiting = 500;

interface Waiting<Request, Response> {
  request: Request;
  metadata: Metadata;
  deadline: Date;
  resolve: (response: Response | Promise<Response>) => void;
  reject: (error: unknown) => void;
}

interface Ways<Request, Response> {
  /** The call for one of them. Has to be safe to repeat. */
  alone(request: Request, metadata: Metadata, deadline: Date): Promise<Response>;
  /** The call for several: their answers in the same order, undefined for whom it left out. */
  together(requests: Request[], metadata: Metadata, deadline: Date): Promise<(Response | undefined)[]>;
}

/** It is away, or the time has run out, for all alike. */
const isAway = (error: unknown) => isOutage(error) || error instanceof HttpException;

export class Gathered<Request, Response> {
  private readonly waiting: Waiting<Request, Response>[] = [];
  private isUnderWay = false;

  constructor(private readonly ways: Ways<Request, Response>) {}

  /** Makes the call, with others if there are any. Fails as the call for it alone does. */
  async call(request: Request, metadata: Metadata): Promise<Response> {
    const deadline = callDeadline();
    // A trace tells the way of one request.
    if (tracing()) return this.ways.alone(request, metadata, deadline);
    if (this.waiting.length >= mostWaiting) throw busy();
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, metadata, deadline, resolve, reject });
      if (!this.isUnderWay) this.next();
    });
  }

  private next(): void {
    const [first, ...others] = this.waiting.splice(0, mostTogether);
    this.isUnderWay = first !== undefined;
    if (!first) return;
    let isOver = false;
    const goOn = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(patience);
      this.next();
    };
    const patience = setTimeout(goOn, patienceMs);
    void (others.length === 0 ? this.askAlone(first) : this.askTogether([first, ...others])).then(goOn);
  }

  private async askAlone({ request, metadata, deadline, resolve, reject }: Waiting<Request, Response>): Promise<void> {
    await this.ways.alone(request, metadata, deadline).then(resolve, reject);
  }

  /** By the name and the deadline of the one that has waited longest. */
  private async askTogether(all: [Waiting<Request, Response>, ...Waiting<Request, Response>[]]): Promise<void> {
    const [{ metadata, deadline }] = all;
    const requests = all.map(({ request }) => request);
    let responses: (Response | undefined)[] = [];
    try {
      responses = await this.ways.together(requests, metadata, deadline);
    } catch (error) {
      if (isAway(error)) return all.forEach(({ reject }) => reject(error));
    }
    for (const [at, each] of all.entries()) {
      const response = responses[at];
      if (response === undefined) void this.askAlone(each);
      else each.resolve(response);
    }
  }
}
