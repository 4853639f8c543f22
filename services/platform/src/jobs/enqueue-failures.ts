import { Counter } from 'prom-client';
import { metrics } from '../base/metrics.js';
import { isDenied } from '../base/outage.js';
import type { Logger } from '../base/injection-tokens.js';
import type { QueueName } from './queue.js';

const failures = new Counter({
  name: 'outbox_enqueue_failures_total',
  help: 'Attempts to add jobs that the queue refused (denied) or did not respond to (unreachable)',
  labelNames: ['queue', 'reason'],
  registers: [metrics],
});

/** Longer outages are logged as errors. */
const outageMs = 60_000;

interface Trouble {
  since: number;
  logged: 'warn' | 'error';
}

/** Counts failures to add jobs and logs each queue's once. */
export class EnqueueFailures {
  private readonly troubles = new Map<QueueName, Trouble>();
  /** Why a queue's connection can't be opened; commands that wait for it only report a timeout. */
  private readonly connectionErrors = new Map<QueueName, Error>();

  constructor(private readonly logger: Logger) {}

  /** Notes why a connection was refused; the enqueue attempt itself fails with a vaguer error. */
  connectionFailed(queue: QueueName, error: Error): void {
    if (isDenied(error)) this.connectionErrors.set(queue, error);
    else this.connectionErrors.delete(queue);
  }

  /** Counts a failed attempt; logs a warning, and an error if access is denied or it lasts a minute. */
  failed(queue: QueueName, reason: unknown): void {
    const error = this.connectionErrors.get(queue) ?? reason;
    const denied = isDenied(error);
    failures.inc({ queue, reason: denied ? 'denied' : 'unreachable' });
    const trouble = this.troubles.get(queue);
    const isError = denied || (trouble !== undefined && performance.now() - trouble.since > outageMs);
    if (trouble && (trouble.logged === 'error' || !isError)) return;
    this.troubles.set(queue, { since: trouble?.since ?? performance.now(), logged: isError ? 'error' : 'warn' });
    if (denied)
      this.logger.error(
        { err: error, queue },
        'the queue refuses the jobs of this service: check its user, password and rights (docs/operations/alerts.md, JobsAreDenied)',
      );
    else {
      // The error is often a timeout without an address.
      const fields = { err: error, queue, dependency: `queue ${queue}` };
      this.logger[isError ? 'error' : 'warn'](fields, 'the outbox relay cannot reach the queue');
    }
  }

  succeeded(queue: QueueName): void {
    this.connectionErrors.delete(queue);
    if (this.troubles.delete(queue)) this.logger.info({ queue }, 'the queue accepts jobs again');
  }
}
