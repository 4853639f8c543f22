/** Makes radar frames from a source's images, and the newest one's still for pages without a map. */
import type { Logger } from '@site/platform/base/tokens';
import { radarPicture } from '@site/domain/weather/radar-grid';
import { UpstreamError } from '../upstream/upstream-error.js';
import { drawFrame } from './draw-frame.js';
import { drawStill } from './draw-still.js';
import type { FrameStore } from './frame-store.js';
import { thinned, wantedTimes } from './frame-times.js';
import { radarDropped } from './radar-metrics.js';
import { readPicture, type RadarImage } from './read-picture.js';
import type { RadarSource } from './sources.js';

export interface KeptFrame {
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

export interface KeptStill {
  time: number;
  key: string;
  width: number;
  height: number;
  sizeBytes: number;
}

/** Changes need a new number in its key. */
export interface KeptRadar {
  /** Newest first. */
  frames: KeptFrame[];
  still?: KeptStill;
  /** Rejected times, not requested again: "mrms 1795132800000". */
  dropped: string[];
  /** The first source is empty where the second has echoes. */
  isBlind: boolean;
  /** The second source's time of the last comparison. */
  comparedAt?: number;
  isFilling: boolean;
}

/** Empty frames before the second source is checked. */
const mostBlank = 3;
/** Per round. The first fetches only one, because the other replicas wait for it; later ones fill the loop. */
const mostAtOnce = 8;

/** One round. State changes step by step, so that a failure loses nothing. */
export class FrameMaker {
  private readonly made = new Map<string, Buffer>();

  constructor(
    readonly kept: KeptRadar,
    private readonly store: FrameStore,
    private readonly logger: Logger,
    private readonly stopping: AbortSignal,
  ) {}

  /**
   * Fetches missing frames, newest first.
   * @param times available from the source, of the last two hours
   * @throws UpstreamError when the newest one is unavailable
   */
  async fetch(source: RadarSource, times: readonly number[], fromMs: number): Promise<void> {
    const dropped = new Set(this.kept.dropped);
    const available = times.filter((time) => !dropped.has(dropKey(source, time)));
    const wanted = wantedTimes(
      available,
      this.kept.frames.map(({ time }) => time),
      fromMs,
    );
    // A blind source has no history either.
    const isBlind = source.meansEmpty && this.kept.isBlind;
    const most = isBlind || this.kept.frames.length === 0 ? 1 : mostAtOnce;
    const newest = this.kept.frames[0]?.time ?? -Infinity;
    for (const time of wanted.slice(0, most)) {
      try {
        await this.add(source, time);
      } catch (error) {
        this.kept.isFilling = true;
        if (time > newest) throw error;
        this.logger.debug({ err: error, source: source.name }, 'an earlier radar frame is unavailable');
        return;
      }
    }
    if (wanted.length > most && !isBlind) this.kept.isFilling = true;
  }

  /** Whether the first source has been empty for too long. */
  get seemsBlind(): boolean {
    const first = this.kept.frames.findIndex(({ source, isBlank }) => source !== 'mrms' || !isBlank);
    return (first < 0 ? this.kept.frames.length : first) > mostBlank;
  }

  /** Returns whether a source has echoes at a time; then keeps the frame. */
  async sees(source: RadarSource, time: number): Promise<boolean> {
    const { value } = await source.picture(time, this.stopping);
    const image = await readPicture(value);
    if (!image.hasEchoes) return false;
    for (const frame of this.kept.frames) if (frame.isBlank) this.drop(frame.source, frame.time, 'empty');
    this.kept.frames = this.kept.frames.filter(({ isBlank }) => !isBlank);
    await this.keep(source, time, image);
    return true;
  }

  /** Draws the newest frame for pages without a map; does nothing if it is drawn already. */
  async drawStill(): Promise<void> {
    const [newest] = this.kept.frames;
    const { still } = this.kept;
    if (!newest) {
      delete this.kept.still;
      return;
    }
    if (still?.time === newest.time && !this.store.isMissing(still.key)) return;
    delete this.kept.still;
    try {
      const { bytes, width, height } = await drawStill(this.made.get(newest.key) ?? (await this.store.get(newest.key)));
      const key = await this.store.put(bytes, { time: newest.time, width });
      this.kept.still = { time: newest.time, key, width, height, sizeBytes: bytes.length };
    } catch (error) {
      this.logger.warn({ err: error }, 'the small radar picture could not be drawn');
    }
  }

  private async add(source: RadarSource, time: number): Promise<void> {
    const { value } = await source.picture(time, this.stopping);
    let image: RadarImage;
    try {
      image = await readPicture(value);
      if (image.isBlank && !source.meansEmpty) throw new UpstreamError('an empty picture', 'not_found');
    } catch (error) {
      this.drop(
        source.name,
        time,
        error instanceof UpstreamError && error.outcome === 'not_found' ? 'empty' : 'unusable',
      );
      throw error;
    }
    if (this.kept.isBlind && source.meansEmpty) {
      if (image.isBlank) return this.drop(source.name, time, 'empty');
      this.kept.isBlind = false;
    }
    await this.keep(source, time, image);
  }

  private async keep(source: RadarSource, time: number, image: RadarImage): Promise<void> {
    const bytes = await drawFrame(image);
    const { width, height } = radarPicture;
    const key = await this.store.put(bytes, { time, width });
    this.made.set(key, bytes);
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
    const frames = [frame, ...this.kept.frames.filter((other) => other.time !== time)];
    this.kept.frames = thinned(this.withoutRepeated(frames.sort((left, right) => right.time - left.time)));
  }

  /** Drops frames identical to the previous one, which are older than their time. Empty frames may repeat. */
  private withoutRepeated(frames: readonly KeptFrame[]): KeptFrame[] {
    return frames.filter((frame, index) => {
      const before = frames.find((earlier, place) => place > index && earlier.source === frame.source);
      const isRepeated = !frame.isBlank && frame.hash === before?.hash;
      if (isRepeated) this.drop(frame.source, frame.time, 'repeated');
      return !isRepeated;
    });
  }

  private drop(name: RadarSource['name'], time: number, reason: string): void {
    this.kept.dropped.push(dropKey({ name }, time));
    radarDropped.inc({ source: name, reason });
  }
}

const dropKey = ({ name }: Pick<RadarSource, 'name'>, time: number) => `${name} ${time}`;
