/** Renders pages to HTML in a thread (web/src/server/entry.ts), so that no other request waits for a rendering. */
import { Worker } from 'node:worker_threads';
import { metrics } from '@site/platform/base/metrics';
import { inBackground } from '@site/platform/base/request-context';
import type { Logger } from '@site/platform/base/injection-tokens';
import { Counter } from 'prom-client';
import { z } from 'zod';

export interface PageToRender {
  /** Path and, for a detail, its query. */
  address: string;
  /** The site's origin. */
  origin: string;
  /** The time that the page shows, in milliseconds since 1970 UTC. */
  time: number;
  /** The document's JSON blocks by id. */
  blocks: Readonly<Record<string, string>>;
}

export interface RenderedPage {
  markup: string;
  /** The part of the stylesheet that the markup uses, up to the <style> element in it if there is one. */
  styles?: string | undefined;
  /** The text of the <style> element in the markup. */
  deferredStyles?: string | undefined;
}

/** "busy": there was no time for it. "failed": the page threw or hung, and would again. */
export type Rendering = RenderedPage | 'busy' | 'failed';

/** How long a request waits for markup before it gets the document without: several times the usual, for busy machines. */
const deadlineMs = 700;
/** A page that renders for longer has an endless loop. */
const hangsAfterMs = 5_000;
/** As many as a thread renders within the deadline, even on a busy machine. */
const maxWaiting = 12;
const restartAfterMs = 2_000;

const replyShape = z.object({
  markup: z.string().optional(),
  styles: z.string().optional(),
  deferredStyles: z.string().optional(),
  error: z.string().optional(),
});

const renderings = new Counter({
  name: 'gateway_page_renderings_total',
  help: 'Documents by outcome of rendering: rendered, busy (sent without markup), failed (threw or hung)',
  labelNames: ['outcome'],
  registers: [metrics],
});

interface Job {
  page: PageToRender;
  settle: (rendering: Rendering) => void;
}

const outcomeOf = (rendering: Rendering) => (typeof rendering === 'string' ? rendering : 'rendered');

export class PageRenderer {
  private worker: Worker | undefined;
  private isReady = false;
  private startedAt = -Infinity;
  private current: Job | undefined;
  private readonly waiting: Job[] = [];
  private hanging: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param script the built thread */
  constructor(
    private readonly script: string,
    private readonly logger: Logger,
  ) {
    this.start();
  }

  /**
   * Renders a page. Takes at most 0.7 seconds, whatever the page does.
   * @param onDeferred called with the result of a rendering that had started but took longer
   */
  async render(page: PageToRender, onDeferred?: (rendering: Rendering) => void): Promise<Rendering> {
    this.start();
    const rendering =
      this.worker && this.isReady && this.waiting.length < maxWaiting ? await this.enqueue(page, onDeferred) : 'busy';
    renderings.inc({ outcome: outcomeOf(rendering) });
    return rendering;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.stop();
  }

  private start(): void {
    if (this.worker || this.isClosed || performance.now() - this.startedAt < restartAfterMs) return;
    this.startedAt = performance.now();
    inBackground(() => this.startWorker());
  }

  private startWorker(): void {
    const worker = new Worker(this.script, {
      // Without the gateway's secrets and start-up modules.
      env: {},
      execArgv: [],
      // A small young generation takes 35 MB less, and no more time.
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 },
    });
    worker.unref();
    this.worker = worker;
    worker.on('message', (message) => worker === this.worker && this.onReply(replyShape.parse(message)));
    worker.on('error', (error) => this.logger.error({ err: error }, 'the page renderer failed'));
    worker.on('exit', () => worker === this.worker && void this.stop());
  }

  private enqueue(page: PageToRender, onDeferred?: (rendering: Rendering) => void): Promise<Rendering> {
    return new Promise((resolve) => {
      const job: Job = {
        page,
        settle: (rendering) => {
          clearTimeout(deadline);
          resolve(rendering);
        },
      };
      const deadline = setTimeout(() => {
        const place = this.waiting.indexOf(job);
        if (place >= 0) this.waiting.splice(place, 1);
        job.settle('busy');
        job.settle = (rendering) => onDeferred?.(rendering);
      }, deadlineMs);
      this.waiting.push(job);
      this.next();
    });
  }

  private next(): void {
    if (this.current || !this.worker) return;
    this.current = this.waiting.shift();
    if (!this.current) return;
    this.worker.postMessage(this.current.page);
    this.hanging = setTimeout(() => void this.stop(), hangsAfterMs);
    this.hanging.unref();
  }

  private onReply({ markup, error, ...styles }: z.infer<typeof replyShape>): void {
    clearTimeout(this.hanging);
    const job = this.current;
    this.current = undefined;
    this.isReady = true;
    if (error !== undefined) this.logger.warn({ address: job?.page.address, error }, 'a page could not be rendered');
    job?.settle(markup === undefined ? 'failed' : { markup, ...styles });
    this.next();
  }

  private async stop(): Promise<void> {
    const { worker, current, waiting } = this;
    clearTimeout(this.hanging);
    this.worker = undefined;
    this.isReady = false;
    this.current = undefined;
    current?.settle('failed');
    for (const job of waiting.splice(0)) job.settle('busy');
    await worker?.terminate();
  }
}
