/** One round of polling: adds and removes radar frames, and draws the newest one's still for pages without a map. */
import type { Logger } from '@site/platform/base/injection-tokens';
import { radarImageSize } from '@site/domain/weather/radar-grid';
import type { NextHour } from '../nowcast/next-hour.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { drawFrame } from './draw-frame.js';
import { drawStill } from './draw-still.js';
import type { FrameStore } from './frame-store.js';
import { dropCloseFrames, selectTimes } from './frame-times.js';
import { radarDropped } from './radar-metrics.js';
import { readRadarImage, type RadarImage } from './read-image.js';
import type { RadarSource } from './sources.js';

export interface StoredFrame {
  /** Milliseconds since 1970 UTC. */
  time: number;
  key: string;
  width: number;
  height: number;
  sizeBytes: number;
  source: RadarSource['name'];
  scale: RadarImage['scale'];
  isBlank: boolean;
  hasEchoes: boolean;
  hash: string;
}

export interface StoredStill {
  time: number;
  key: string;
  width: number;
  height: number;
  sizeBytes: number;
}

/** Changes need a new number in its key. */
export interface RadarState {
  /** Newest first. */
  frames: StoredFrame[];
  still?: StoredStill;
  /** Rejected times, not requested again: "mrms 1795132800000". */
  dropped: string[];
  /** The first source is empty where the second has echoes. */
  isBlind: boolean;
  /** The second source's time of the last comparison. */
  comparedAt?: number;
  isFilling: boolean;
}

/** Empty frames before the second source is checked. */
const maxEmptyFrames = 3;
/** Per round. The first fetches only one, because the other replicas wait for it; later ones fill the loop. */
const maxFramesPerPoll = 8;

/** One round. State changes step by step, so that a failure loses nothing. */
export class FrameMaker {
  private readonly renderedFrames = new Map<string, Buffer>();

  constructor(
    readonly state: RadarState,
    private readonly store: FrameStore,
    private readonly logger: Logger,
    private readonly stopping: AbortSignal,
    private readonly nextHour: Pick<NextHour, 'remember'>,
  ) {}

  /**
   * Fetches missing frames, newest first.
   * @param times available from the source, of the last two hours
   * @throws UpstreamError when the newest one is unavailable
   */
  async fetch(source: RadarSource, times: readonly number[], fromMs: number): Promise<void> {
    const dropped = new Set(this.state.dropped);
    const available = times.filter((time) => !dropped.has(dropKey(source, time)));
    const missingTimes = selectTimes(
      available,
      this.state.frames.map(({ time }) => time),
      fromMs,
    );
    // A blind source has no history either.
    const isBlind = source.meansEmpty && this.state.isBlind;
    const maxFrames = isBlind || this.state.frames.length === 0 ? 1 : maxFramesPerPoll;
    const newest = this.state.frames[0]?.time ?? -Infinity;
    for (const time of missingTimes.slice(0, maxFrames)) {
      try {
        await this.add(source, time);
      } catch (error) {
        this.state.isFilling = true;
        if (time > newest) throw error;
        this.logger.debug({ err: error, source: source.name }, 'an earlier radar frame is unavailable');
        return;
      }
    }
    if (missingTimes.length > maxFrames && !isBlind) this.state.isFilling = true;
  }

  /** Whether the first source has been empty for too long. */
  get seemsBlind(): boolean {
    const first = this.state.frames.findIndex(({ source, isBlank }) => source !== 'mrms' || !isBlank);
    return (first < 0 ? this.state.frames.length : first) > maxEmptyFrames;
  }

  /** Returns whether a source has echoes at a time; then keeps the frame. */
  async sees(source: RadarSource, time: number): Promise<boolean> {
    const { value } = await source.picture(time, this.stopping);
    const image = await readRadarImage(value);
    if (!image.hasEchoes) return false;
    for (const frame of this.state.frames) if (frame.isBlank) this.drop(frame.source, frame.time, 'empty');
    this.state.frames = this.state.frames.filter(({ isBlank }) => !isBlank);
    await this.storeFrame(source, time, image);
    return true;
  }

  /** Draws the newest frame for pages without a map; does nothing if it is drawn already. */
  async drawStill(): Promise<void> {
    const [newest] = this.state.frames;
    const { still } = this.state;
    if (!newest) {
      delete this.state.still;
      return;
    }
    if (still?.time === newest.time && !this.store.isMissing(still.key)) return;
    delete this.state.still;
    try {
      const { bytes, width, height } = await drawStill(
        this.renderedFrames.get(newest.key) ?? (await this.store.get(newest.key)),
      );
      const key = await this.store.put(bytes, { time: newest.time, width });
      this.state.still = { time: newest.time, key, width, height, sizeBytes: bytes.length };
    } catch (error) {
      this.logger.warn({ err: error }, 'the small radar picture could not be drawn');
    }
  }

  private async add(source: RadarSource, time: number): Promise<void> {
    const { value } = await source.picture(time, this.stopping);
    let image: RadarImage;
    try {
      image = await readRadarImage(value);
      if (image.isBlank && !source.meansEmpty) throw new UpstreamError('an empty picture', 'not_found');
    } catch (error) {
      this.drop(
        source.name,
        time,
        error instanceof UpstreamError && error.outcome === 'not_found' ? 'empty' : 'unusable',
      );
      throw error;
    }
    if (this.state.isBlind && source.meansEmpty) {
      if (image.isBlank) return this.drop(source.name, time, 'empty');
      this.state.isBlind = false;
    }
    await this.storeFrame(source, time, image);
  }

  private async storeFrame(source: RadarSource, time: number, image: RadarImage): Promise<void> {
    const bytes = await drawFrame(image);
    const { width, height } = radarImageSize;
    const key = await this.store.put(bytes, { time, width });
    this.renderedFrames.set(key, bytes);
    this.nextHour.remember(time, image.steps);
    const { scale, isBlank, hasEchoes, hash } = image;
    const frame = {
      time,
      key,
      width,
      height,
      sizeBytes: bytes.length,
      source: source.name,
      scale,
      isBlank,
      hasEchoes,
      hash,
    };
    const frames = [frame, ...this.state.frames.filter((other) => other.time !== time)];
    this.state.frames = dropCloseFrames(this.withoutRepeated(frames.sort((left, right) => right.time - left.time)));
  }

  /** Drops frames identical to the previous one, which are older than their time. Empty frames may repeat. */
  private withoutRepeated(frames: readonly StoredFrame[]): StoredFrame[] {
    return frames.filter((frame, index) => {
      const before = frames.find((earlier, place) => place > index && earlier.source === frame.source);
      const isRepeated = !frame.isBlank && frame.hash === before?.hash;
      if (isRepeated) this.drop(frame.source, frame.time, 'repeated');
      return !isRepeated;
    });
  }

  private drop(name: RadarSource['name'], time: number, reason: string): void {
    this.state.dropped.push(dropKey({ name }, time));
    radarDropped.inc({ source: name, reason });
  }
}

const dropKey = ({ name }: Pick<RadarSource, 'name'>, time: number) => `${name} ${time}`;
