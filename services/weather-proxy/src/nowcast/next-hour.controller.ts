import { Controller, Inject } from '@nestjs/common';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import {
  NextHourServiceControllerMethods,
  type GetNextHourResponse,
  type NextHourServiceController,
} from '@site/proto/gen/nest/weather/v1/next_hour';
import { AlertFeed } from '../alerts/alert-feed.js';
import { RADAR_PARTS, type RadarParts } from '../radar/radar-parts.provider.js';
import { NextHour } from './next-hour.js';

/** Rain moves on: older frames are no basis for the next hour. */
const maxFrameAgeMs = 15 * 60_000;

/** Rain in the next hour, over gRPC. */
@Controller()
@NextHourServiceControllerMethods()
export class NextHourController implements NextHourServiceController {
  constructor(
    @Inject(RADAR_PARTS) private readonly parts: RadarParts | null,
    @Inject(NextHour) private readonly nextHour: NextHour,
    @Inject(AlertFeed) private readonly alerts: AlertFeed,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async getNextHour(): Promise<GetNextHourResponse> {
    const saved = this.parts ? await this.nextHour.read() : undefined;
    if (!saved) {
      const reason = this.parts ? 'no radar' : 'not configured';
      return { ok: false, reason, frameTime: '', source: '', confidence: [], intensities: Buffer.alloc(0) };
    }
    const { frameTime, source, confidence, intensities } = saved;
    // By the later clock, so that it is never understated.
    const ageMs = Math.max(0, this.clock.now() - frameTime, this.alerts.upstreamNow() - frameTime);
    const reason = ageMs > maxFrameAgeMs ? 'old frame' : saved.reason;
    return {
      ok: reason === '',
      reason,
      frameTime: new Date(frameTime).toISOString(),
      source,
      frameAgeSeconds: Math.ceil(ageMs / 1_000),
      confidence,
      intensities: Buffer.from(reason === '' ? intensities : '', 'base64'),
    };
  }
}
