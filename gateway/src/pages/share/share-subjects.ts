/** The facts that a link's preview image shows, for the home page, a warning, a post or a photo. */
import { status } from '@grpc/grpc-js';
import { Inject, Injectable } from '@nestjs/common';
import { isId } from '@site/platform/base/ids';
import type { Image } from '@site/proto/gen/nest/images/v1/images';
import { phaseOf } from '@site/domain/weather/alert-times';
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { siteName, stateName } from '@site/regions/state';
import { AlertEvents } from '../../responses/alert-events.js';
import { CurrentAlerts } from '../../responses/current-alerts.js';
import { defaultForecast, Forecasts } from '../../responses/forecasts.js';
import { PublicResponses } from '../../responses/public-responses.js';
import { SourceClock } from '../../responses/upstream-clock.js';
import { Clients } from '../../edge/clients/clients.js';
import { busy } from '../../edge/http-errors.js';
import { areasOf, lastAlerts } from '../alert-labels.js';
import { english } from '../now/language.js';
import { formatWhen } from '../now/now-labels.js';
import type { ShareTarget } from '../share-address.js';
import { areaPaths } from '../now/alert-event-map.js';
import { mapSize, type Sky, type Subject, type Tone } from './share-map.js';

export interface SharePreview {
  subject: Subject;
  photo?: Image | undefined;
}

const statusUnavailable = 'Alert status unavailable';

const levels: readonly string[] = ['emergency', 'warning', 'watch', 'advisory', 'statement'] satisfies Tone[];
/** Unknown levels look like a warning. */
const toneOf = ({ level, severity }: Pick<Alert, 'level' | 'severity'>): Tone => {
  if (level === 'warning' || !levels.includes(level)) return severity === 'Extreme' ? 'extreme' : 'warning';
  return level;
};

function skyOf(conditionText: string, isDay: boolean): Sky {
  if (/thunder|t-storm|tornado/i.test(conditionText)) return 'storm';
  if (/snow|sleet|ice|freezing|blizzard|flurr/i.test(conditionText)) return 'snow';
  if (/rain|drizzle|shower/i.test(conditionText)) return 'rain';
  if (/mostly cloudy|overcast|fog|mist|haze|smoke|^cloudy/i.test(conditionText)) return 'cloudy';
  return isDay ? 'clear' : 'night';
}

/** Returns "61°"; empty if unknown. */
const degrees = (value: number | undefined, unit = '') =>
  value === undefined ? '' : `${Math.round(value) || 0}°${unit}`;

/** Reads them from the caches of public responses, or from the services. */
@Injectable()
export class ShareSubjects {
  constructor(
    @Inject(PublicResponses) private readonly publicResponses: PublicResponses,
    @Inject(Forecasts) private readonly forecasts: Forecasts,
    @Inject(CurrentAlerts) private readonly alerts: CurrentAlerts,
    @Inject(AlertEvents) private readonly events: AlertEvents,
    @Inject(SourceClock) private readonly clock: SourceClock,
    @Inject(Clients) private readonly clients: Clients,
  ) {}

  /**
   * @returns undefined if the thing doesn't exist
   * @throws if its service can't be reached
   */
  async find(target: ShareTarget): Promise<SharePreview | undefined> {
    if (target.kind === 'home') return { subject: await this.home() };
    if (target.kind === 'warning') return this.warning(target.id);
    if (!isId(target.id)) return undefined;
    try {
      return target.kind === 'post' ? await this.post(target.id) : await this.snapshot(target.id);
    } catch (error) {
      if ((error as { code?: unknown }).code === status.NOT_FOUND) return undefined;
      throw error;
    }
  }

  private async home(): Promise<Subject> {
    const forecast = await this.forecasts.data(defaultForecast).catch(() => undefined);
    // Pictures stay in chats, where an old reading would never be corrected.
    const current = forecast?.meta.stale ? undefined : forecast?.current;
    const condition = current?.condition?.text ?? '';
    return {
      kind: 'home',
      place: [forecast?.location?.name, stateName].filter(Boolean).join(', '),
      temperature: degrees(current?.temp_f, 'F'),
      metric: degrees(current?.temp_c, 'C'),
      condition,
      sky: skyOf(condition, current?.is_day ?? true),
      alerts: this.getAlertSummary(),
    };
  }

  private getAlertSummary(): Extract<Subject, { kind: 'home' }>['alerts'] {
    const data = this.alerts.data();
    const [topAlert, ...others] = data?.alerts ?? [];
    if (!topAlert) return { text: data?.ok ? 'No Active Weather Alerts' : statusUnavailable, tone: undefined };
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    const phase = phaseOf(topAlert, this.clock.now()) === 'later' ? 'ahead' : 'in effect';
    return { text: `${topAlert.badge || topAlert.event}${more} ${phase}`, tone: toneOf(topAlert) };
  }

  private async warning(name: string): Promise<SharePreview | undefined> {
    const event = await this.events.find(name);
    if (event === 'missing') return undefined;
    if (event === 'unknown') throw busy();
    const alerts = lastAlerts(event);
    const [topAlert] = alerts;
    const when = topAlert ? formatWhen(topAlert, { language: english, now: this.clock.now() }) : '';
    const hasStatus = event.ok !== false;
    return {
      subject: {
        kind: 'warning',
        event: event.event,
        badge: topAlert?.badge ?? '',
        areas: areasOf(alerts),
        when: !hasStatus ? statusUnavailable : event.active ? when : 'Over',
        tone: topAlert ? toneOf(topAlert) : 'statement',
        isOver: hasStatus && !event.active,
        map: areaPaths(alerts, mapSize),
      },
    };
  }

  private async post(id: string): Promise<SharePreview | undefined> {
    const post = this.publicResponses.findPost(id) ?? (await this.clients.posts.getPost({ id }));
    return { subject: { kind: 'post', title: post.title }, photo: post.cover };
  }

  private async snapshot(id: string): Promise<SharePreview | undefined> {
    const photo = this.publicResponses.findSnapshot(id) ?? (await this.clients.snapshots.getPublicSnapshot({ id }));
    const by = `A photo by ${photo.firstName} ${photo.lastName} for ${siteName}`;
    const caption = photo.comment || by;
    return { subject: { kind: 'snapshot', title: photo.location, caption }, photo: photo.picture };
  }
}
