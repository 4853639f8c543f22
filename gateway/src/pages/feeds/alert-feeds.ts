import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { County } from '@site/proto/weather/v1/counties';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../../config.js';
import { alertsIn } from '../now/now-data.js';
import { nowCaching } from '../now/now-pages.js';
import type { AlertData } from '../../answers/alert-data.js';
import { AlertEvents } from '../../answers/alert-events.js';
import { CurrentAlerts } from '../../answers/current-alerts.js';
import { digestOf, prepare, type Prepared } from '../../answers/prepared.js';
import { SourceClock } from '../../answers/source-clock.js';
import { alertFeed, type FeedEvent } from './alert-feed-xml.js';

/** The feeds of the state and of each county: an entry is an event, the same one from its first message to its end. */

export const atomMediaType = 'application/atom+xml';

const headers = { 'Content-Type': `${atomMediaType}; charset=utf-8`, 'Cache-Control': nowCaching };
/** When an event was first sent never changes. */
const mostKnown = 2_000;
/** So many events are asked about for one feed; of others it says nothing, which it need not. */
const mostAsked = 40;
const patienceMs = 500;

@Injectable()
export class AlertFeeds {
  private readonly firstSent = new LRUCache<string, string>({ max: mostKnown });
  private readonly made = new LRUCache<string, Prepared>({ max: 80 });

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CurrentAlerts) private readonly current: CurrentAlerts,
    @Inject(AlertEvents) private readonly events: AlertEvents,
    @Inject(SourceClock) private readonly clock: SourceClock,
  ) {}

  /** What is warned in the state; undefined while nothing at all is known. */
  state(): Promise<Prepared | undefined> {
    return this.feed(
      { path: '/alerts.atom', page: '/alert', title: 'Weather alerts for Arkansas' },
      (alerts) => alerts,
    );
  }

  /** What is warned in a county. */
  county(county: County): Promise<Prepared | undefined> {
    const page = `/now/${county.slug}`;
    return this.feed({ path: `${page}/alerts.atom`, page, title: `Weather alerts for ${county.name}` }, (alerts) =>
      alertsIn({ alerts }, county),
    );
  }

  private async feed(
    about: { path: string; page: string; title: string },
    choose: (alerts: AlertData[]) => AlertData[],
  ): Promise<Prepared | undefined> {
    const known = this.current.data();
    if (!known || (!known.ok && known.updatedAt === null && known.alerts.length === 0)) return undefined;
    const events = eventsOf(choose(known.alerts));
    await this.learnFirstSent(events);
    const text = alertFeed(
      { ...about, publicUrl: this.config.PUBLIC_URL },
      {
        ok: known.ok,
        updatedAt: known.updatedAt,
        events: events.map((event) => ({ ...event, firstSent: this.firstSent.get(event.key) })),
      },
      this.clock.now(),
    );
    const kept = this.made.get(about.path);
    if (kept?.digest === digestOf(text)) return kept;
    const prepared = await prepare(text, headers);
    this.made.set(about.path, prepared);
    return prepared;
  }

  /** Finds out when the events were first sent, where that is not known and the weather proxy tells it. */
  private async learnFirstSent(events: readonly FeedEvent[]): Promise<void> {
    const unknown = events.filter(({ key }) => !this.firstSent.has(key));
    for (const { key, alerts } of unknown) if (alerts[0]!.revision === 1) this.firstSent.set(key, alerts[0]!.sent);
    const asked = unknown.filter(({ key }) => !this.firstSent.has(key)).slice(0, mostAsked);
    if (asked.length === 0) return;
    const learn = async ({ key }: FeedEvent) => {
      const found = await this.events.find(key);
      const first = typeof found === 'string' ? undefined : found.revisions.at(-1);
      if (first?.revision === 1 && first.sent) this.firstSent.set(key, first.sent);
    };
    // The warning itself waits for nobody: what is learned later is in the next feed.
    await Promise.race([Promise.all(asked.map(learn)), pause(patienceMs, undefined, { ref: false })]);
  }
}

/** The alerts by event, in the order of the most dangerous of each. */
function eventsOf(alerts: readonly AlertData[]): FeedEvent[] {
  const events = new Map<string, AlertData[]>();
  for (const alert of alerts) events.set(alert.event_key, [...(events.get(alert.event_key) ?? []), alert]);
  return [...events].map(([key, ofEvent]) => ({ key, alerts: ofEvent, firstSent: undefined }));
}
