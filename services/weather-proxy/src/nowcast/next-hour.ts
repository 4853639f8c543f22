/** Rain in the next hour: the leader computes it after each new radar frame, the other replicas read what it saved. */
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { announce } from '@site/platform/data/changes';
import { DataSource } from 'typeorm';
import { readLastGood, saveLastGood } from '../cache/last-good.js';
import { readFrameSteps } from '../radar/draw-frame.js';
import type { StoredFrame } from '../radar/frame-maker.js';
import type { FrameStore } from '../radar/frame-store.js';
import { thinSteps, type StepFrame } from './rain-grid.js';
import { forecastRainInThread } from './rain-thread.js';

/** Changes need a new number in `key`. */
export interface SavedNextHour {
  /** Milliseconds since 1970 UTC. */
  frameTime: number;
  source: StoredFrame['source'];
  /** Used for the forecast; after a start, more arrive behind the newest. */
  frameCount: number;
  reason: '' | 'no radar' | 'no motion';
  confidence: number[];
  /** Deflated, base64; empty with a reason. */
  intensities: string;
}

const key = 'next-hour/1';
const topic = 'next-hour';
/** Motion is measured between frames about ten minutes apart; older ones show how it was. */
const historyMs = 31 * 60_000;
const maxFrames = 6;
const readIntervalMs = 1_000;
const compress = promisify(deflate);

@Injectable()
export class NextHour implements OnModuleDestroy {
  /** Of recent frames by their time, thinned: the stored pictures may be coarser. */
  private readonly steps = new Map<number, Uint8Array<ArrayBuffer>>();
  private latest: { value: SavedNextHour; fetchedAt: number } | undefined;
  private readAt = -Infinity;
  private isComputing = false;
  private readonly stopping = new AbortController();

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** Keeps a new frame's steps for the next forecasts. */
  remember(time: number, steps: Uint8Array): void {
    if (steps.length > 0) this.steps.set(time, thinSteps(steps));
    for (const each of this.steps.keys()) if (each < time - historyMs) this.steps.delete(each);
  }

  /** Computes and saves a forecast in the background if the newest frame is new. Never rejects. */
  async update(frames: readonly StoredFrame[], store: FrameStore): Promise<void> {
    const [newest] = frames;
    if (!newest || this.isComputing) return;
    this.isComputing = true;
    try {
      await this.refresh();
      const usable = selectFrames(newest, frames);
      const previous = this.latest?.value;
      if (previous?.frameTime === newest.time && previous.frameCount >= usable.length) return;
      const value = await this.compute(newest, usable, store);
      if (this.stopping.signal.aborted) return;
      const fetchedAt = this.clock.now();
      await this.dataSource.transaction(async (manager) => {
        await saveLastGood(manager, key, value, fetchedAt);
        await announce(manager, topic);
      });
      this.latest = { value, fetchedAt };
    } catch (error) {
      if (!this.stopping.signal.aborted)
        this.logger.warn({ err: error }, 'the rain of the next hour could not be computed');
    } finally {
      this.isComputing = false;
    }
  }

  /** Returns the last saved forecast, of any age. */
  async read(): Promise<SavedNextHour | undefined> {
    if (this.clock.elapsed() - this.readAt >= readIntervalMs)
      await this.refresh().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'the rain of the next hour could not be read'),
      );
    return this.latest?.value;
  }

  private async refresh(): Promise<void> {
    this.readAt = this.clock.elapsed();
    this.latest = (await readLastGood<SavedNextHour>(this.dataSource, key, this.latest?.fetchedAt ?? 0)) ?? this.latest;
  }

  private async compute(
    { time: frameTime, source, scale }: StoredFrame,
    usable: readonly StoredFrame[],
    store: FrameStore,
  ): Promise<SavedNextHour> {
    const saved = { frameTime, source, frameCount: usable.length, confidence: [], intensities: '' };
    if (scale !== 'site') return { ...saved, reason: 'no radar' };
    const frames: StepFrame[] = [];
    for (const { time, key: frameKey } of usable) {
      // Another replica drew it, or this one before a restart.
      if (!this.steps.has(time)) this.remember(time, await readFrameSteps(await store.get(frameKey)));
      const steps = this.steps.get(time);
      if (steps) frames.push({ time, steps });
    }
    const { intensities, confidence } = await forecastRainInThread(frames, this.stopping.signal);
    if (!intensities) return { ...saved, reason: 'no motion', confidence };
    const deflated = await compress(intensities);
    return { ...saved, reason: '', confidence, intensities: deflated.toString('base64') };
  }
}

/** Returns the frames that a forecast uses: of one source and scale, newest first. */
function selectFrames({ time, source, scale }: StoredFrame, frames: readonly StoredFrame[]): StoredFrame[] {
  return frames
    .filter((frame) => frame.source === source && frame.scale === scale && frame.time >= time - historyMs)
    .slice(0, maxFrames);
}
