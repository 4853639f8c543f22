/**
 * Converts the storm banner for the API, and calls back when it ends. The banner expires on time even while the content
 * service is down.
 */
import { stormBannerResponse, type StormBanner as BannerResponse } from '@site/proto/content/v1/storm-mode.responses';
import type { StormBanner } from '@site/proto/gen/nest/content/v1/storm_mode';
import { toResponse } from './response-from.js';

const endsInMs = ({ endsAt }: StormBanner) => Date.parse(endsAt) - Date.now();

/** Converts the banner to the API's format; null if there is none or it has ended. */
export const toActiveBanner = (banner: StormBanner | undefined): BannerResponse | null =>
  banner && endsInMs(banner) > 0 ? toResponse(stormBannerResponse, banner, { link_url: banner.linkUrl || null }) : null;

/** Calls back when a banner ends. Each `await` replaces the previous one. */
export class BannerEnd {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly onEnd: () => void) {}

  /** Replaces the awaited end with this banner's; undefined stops waiting. */
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
