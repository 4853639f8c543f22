import { stormBannerAnswer, type StormBanner as BannerAnswer } from '@site/proto/content/v1/storm-mode.answers';
import type { StormBanner } from '@site/proto/gen/nest/content/v1/storm_mode';
import { answerFrom } from './answer-from.js';

/** The storm notice of an answer that was kept: it stands until its end, also while the content service is down. */

/** In how many milliseconds it ends; zero or less once it has. */
const endsInMs = ({ endsAt }: StormBanner) => Date.parse(endsAt) - Date.now();

/** The notice, unless it has ended since. */
export const standingBanner = (banner: StormBanner | undefined): BannerAnswer | null =>
  banner && endsInMs(banner) > 0 ? answerFrom(stormBannerAnswer, banner, { link_url: banner.linkUrl || null }) : null;

/** Calls back when a notice ends; what was asked for before is forgotten. */
export class BannerEnd {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly onEnd: () => void) {}

  /** Waits for the end of this notice, if it is still to come. */
  await(banner: StormBanner | undefined): void {
    this.stop();
    if (!banner) return;
    const inMs = endsInMs(banner);
    if (!(inMs > 0)) return;
    this.timer = setTimeout(this.onEnd, inMs);
    this.timer.unref();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
