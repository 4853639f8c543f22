/** Radar frames of the last two hours, over gRPC. */
import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Inject, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import {
  RadarServiceControllerMethods,
  type ListFramesResponse,
  type RadarServiceController,
} from '@site/proto/gen/nest/weather/v1/radar';
import { radarBox } from '@site/domain/weather/radar-grid';
import { AlertFeed } from '../alerts/alert-feed.js';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import { CONFIG, type Config } from '../config.js';
import { NextHour } from '../nowcast/next-hour.js';
import { Polling, type Polled } from '../cache/polled.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { FrameMaker, type RadarState } from './frame-maker.js';
import { maxFrames, oldestMs } from './frame-times.js';
import { radarBlank, reportFrameAge } from './radar-metrics.js';
import { RADAR_PARTS, type RadarParts } from './radar-parts.provider.js';
import type { RadarSource } from './sources.js';

const minuteMs = 60_000;
/** A new frame appears every two to five minutes. */
const staleMs = 15 * minuteMs;
/** Allowed clock skew. */
const maxClockSkewMs = 5 * minuteMs;
const maxDroppedFrames = 200;
const storeWaitMs = 400;

/**
 * Radar pictures of the last two hours, made in the background. The second source is for when the first fails, has
 * nothing recent, or is empty where there are echoes.
 */
@Controller()
@RadarServiceControllerMethods()
export class RadarController implements RadarServiceController, OnModuleDestroy {
  private readonly polled: Polled<RadarState> | undefined;
  private readonly stopping = new AbortController();
  /** The Date of each source's responses, and when we received it by the monotonic clock. */
  private readonly dates = new Map<RadarSource['name'], { date: number; at: number }>();
  /** Including those of failed rounds. */
  private dropped: string[] = [];

  constructor(
    @Inject(RADAR_PARTS) private readonly parts: RadarParts | null,
    @Inject(AlertFeed) private readonly alerts: AlertFeed,
    @Inject(NextHour) private readonly nextHour: NextHour,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Polling) polling: Polling,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) config: Config,
  ) {
    reportFrameAge(() => this.newestAgeSeconds());
    if (!parts) return;
    this.polled = polling.open<RadarState>({
      key: 'radar/1',
      topic: 'radar',
      intervalMs: config.RADAR_POLL_SECONDS * 1_000,
      maxAgeMs: oldestMs + maxClockSkewMs,
      load: (previous) => this.load(parts, previous),
      isIncomplete: ({ isFilling }) => isFilling,
      failureMessage: 'no radar frame available from either source',
    });
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** Leaves out frames that the object store has lost. Waits for it at most 0.4 seconds. */
  async listFrames(): Promise<ListFramesResponse> {
    const reason = this.parts ? 'failed' : 'not configured';
    const cached = this.polled?.state.value;
    const checking = this.parts?.store.check(keysOf(cached));
    await Promise.race([checking, pause(storeWaitMs, undefined, { ref: false })]);
    const frames = this.recent(cached);
    const [newest] = frames;
    if (!newest)
      return { ok: false, reason, stale: false, frames: [], box: radarBox, hasEchoes: false, still: undefined };
    const still = cached?.still?.time === newest.time && this.isThere(cached.still) ? cached.still : undefined;
    return {
      ok: true,
      reason: '',
      stale: this.ageMs(newest.time) > staleMs,
      frames: frames.map(({ time, key, width, height, sizeBytes, source, scale }) => {
        return { time: new Date(time).toISOString(), key, width, height, sizeBytes, source, scale };
      }),
      box: radarBox,
      newestAgeSeconds: Math.ceil(this.ageMs(newest.time) / 1_000),
      hasEchoes: newest.hasEchoes,
      still: still && { ...still, time: new Date(still.time).toISOString() },
    };
  }

  private newestAgeSeconds(): number | undefined {
    const [newest] = this.recent(this.polled?.state.value);
    return newest && this.ageMs(newest.time) / 1_000;
  }

  private recent(cached: RadarState | undefined) {
    const frames = cached?.frames.filter((frame) => this.ageMs(frame.time) <= oldestMs && this.isThere(frame));
    return (frames ?? []).slice(0, maxFrames);
  }

  private isThere({ key }: { key: string }): boolean {
    return this.parts?.store.isMissing(key) === false;
  }

  /** By the latest clock, so that it is never understated. */
  private ageMs(time: number): number {
    return Math.max(0, this.latestNow() - time);
  }

  private latestNow(): number {
    const dates = [...this.dates.values()].map(({ date, at }) => date + (this.clock.elapsed() - at));
    return Math.max(this.clock.now(), this.alerts.upstreamNow(), ...dates);
  }

  private async load({ sources, store }: RadarParts, previous: RadarState | undefined): Promise<RadarState> {
    // Rejects without the object store, before polling a source.
    await store.open();
    await store.check(keysOf(previous));
    await store.sweep(keysOf(previous));
    const { still, comparedAt } = previous ?? {};
    this.dropped = [...new Set([...(previous?.dropped ?? []), ...this.dropped])].slice(-maxDroppedFrames);
    const state: RadarState = {
      frames: this.recent(previous),
      ...(still && { still }),
      dropped: this.dropped,
      isBlind: previous?.isBlind ?? false,
      ...(comparedAt !== undefined && { comparedAt }),
      isFilling: false,
    };
    const maker = new FrameMaker(state, store, this.logger, this.stopping.signal, this.nextHour);
    const failures: unknown[] = [];
    const tryFetch = (source: RadarSource) =>
      this.tryFetch(source, maker).catch((error: unknown) => {
        failures.push(error);
        this.logger.debug({ err: error, source: source.name }, 'a radar source failed');
      });

    await tryFetch(sources.first);
    if (failures.length === 0 && maker.seemsBlind) await this.compare(sources.second, maker);
    const [newest] = state.frames;
    const isStale = !newest || this.ageMs(newest.time) > staleMs;
    const hasFirstFailed = failures.length > 0;
    if (hasFirstFailed || isStale || state.isBlind) await tryFetch(sources.second);
    // The first may be right: the second source is empty, too.
    if (state.frames[0]?.hasEchoes === false) state.isBlind = false;
    if (hasFirstFailed && failures.length > 1 && state.frames[0]?.time === newest?.time) throw failures[0];

    await maker.drawStill();
    // In the background: it must not delay the frames.
    void this.nextHour.update(state.frames, store);
    return state;
  }

  private async tryFetch(source: RadarSource, maker: FrameMaker): Promise<void> {
    const now = this.latestNow();
    const { value: times, date } = await source.times(now - oldestMs, now, this.stopping.signal);
    if (date !== undefined) this.dates.set(source.name, { date, at: this.clock.elapsed() });
    const latest = this.agreedNow(date) + maxClockSkewMs;
    const possible = times.filter((time) => time <= latest);
    if (possible.length === 0) throw new UpstreamError(`${source.name}: no times of the last two hours`, 'invalid');
    await maker.fetch(source, possible, now - oldestMs);
  }

  /** The median of three clocks, one of which may be wrong. */
  private agreedNow(date: number | undefined): number {
    const localNow = this.clock.now();
    const [, middle = localNow] = [localNow, this.alerts.upstreamNow(), date ?? localNow].sort(
      (left, right) => left - right,
    );
    return middle;
  }

  /** Checks an empty first source against each frame of the second. */
  private async compare(second: RadarSource, maker: FrameMaker): Promise<void> {
    const now = this.latestNow();
    try {
      const newest = (await second.times(now - oldestMs, now, this.stopping.signal)).value.at(-1);
      if (newest === undefined || newest === maker.state.comparedAt) return;
      maker.state.comparedAt = newest;
      if (!(await maker.sees(second, newest))) return;
      maker.state.isBlind = true;
      radarBlank.inc();
      this.logger.warn('the first radar source is empty where the second has echoes');
    } catch (error) {
      this.logger.debug({ err: error }, 'the second radar source could not be reached');
    }
  }
}

const keysOf = (cached: RadarState | undefined): string[] =>
  [...(cached?.frames ?? []), ...(cached?.still ? [cached.still] : [])].map(({ key }) => key);
