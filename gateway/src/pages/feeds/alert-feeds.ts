/**
 * Atom feeds of the weather events in effect, for the state and for each county. An entry is an event, with the same id
 * for all its messages.
 */
import { Inject, Injectable } from '@nestjs/common';
import { withDeadline } from '@site/platform/base/deadline';
import type { County } from '@site/regions/counties';
import { state } from '@site/regions/state';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../../config.js';
import { alertsIn } from '../now/now-data.js';
import { nowCaching } from '../now/now-pages.js';
import type { AlertData } from '../../responses/alert-json.js';
import { AlertEvents } from '../../responses/alert-events.js';
import { CurrentAlerts } from '../../responses/current-alerts.js';
import { prepare, type Prepared } from '../../responses/prepared-response.js';
import { SourceClock } from '../../responses/upstream-clock.js';
import { alertFeed, type FeedEvent } from './alert-feed-xml.js';

export const atomMediaType = 'application/atom+xml';

const headers = { 'Content-Type': `${atomMediaType}; charset=utf-8`, 'Cache-Control': nowCaching };
/** The time an event was first sent never changes. */
const maxCachedEvents = 2_000;
/** Lookups per feed; the remaining events omit `published`, which is optional. */
const maxLookups = 40;
const lookupTimeoutMs = 500;

@Injectable()
export class AlertFeeds {
  private readonly firstSent = new LRUCache<string, string>({ max: maxCachedEvents });
  private readonly preparedCache = new LRUCache<string, Prepared>({ max: 80 });

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CurrentAlerts) private readonly current: CurrentAlerts,
    @Inject(AlertEvents) private readonly events: AlertEvents,
    @Inject(SourceClock) private readonly clock: SourceClock,
  ) {}

  /** Resolves with undefined before the first alert list. */
  async feed(county?: County): Promise<Prepared | undefined> {
    const data = this.current.data();
    if (!data || (!data.ok && data.updatedAt === null && data.alerts.length === 0)) return undefined;
    const page = county ? `/now/${county.slug}` : '/alert';
    const path = county ? `${page}/alerts.atom` : '/alerts.atom';
    const title = `Weather alerts for ${county?.name ?? state.name}`;
    const alerts = [...data.alerts, ...data.unlisted];
    const found = eventsOf(county ? alertsIn({ alerts }, county) : alerts);
    await this.learnFirstSent(found);
    const events = found.map((event) => ({ ...event, firstSent: this.firstSent.get(event.key) }));
    const text = alertFeed(
      { path, page, title, publicUrl: this.config.PUBLIC_URL },
      { ok: data.ok, updatedAt: data.updatedAt, events },
      this.clock.now(),
    );
    const prepared = await prepare(text, headers, { before: this.preparedCache.get(path) });
    this.preparedCache.set(path, prepared);
    return prepared;
  }

  /** Looks up the times that the weather proxy has. */
  private async learnFirstSent(events: readonly FeedEvent[]): Promise<void> {
    const unknown = events.filter(({ key }) => !this.firstSent.has(key));
    for (const { key, alerts } of unknown) if (alerts[0]!.revision === 1) this.firstSent.set(key, alerts[0]!.sent);
    const lookups = unknown.filter(({ key }) => !this.firstSent.has(key)).slice(0, maxLookups);
    if (lookups.length === 0) return;
    const learn = async ({ key }: FeedEvent) => {
      const event = await this.events.find(key);
      const first = typeof event === 'string' ? undefined : event.revisions.at(-1);
      if (first?.revision === 1 && first.sent) this.firstSent.set(key, first.sent);
    };
    // Times that arrive later appear in the next feed.
    await withDeadline(Promise.all(lookups.map(learn)), lookupTimeoutMs).catch(() => undefined);
  }
}

/** Orders events by their most dangerous alert. */
function eventsOf(alerts: readonly AlertData[]): FeedEvent[] {
  const events = new Map<string, AlertData[]>();
  for (const alert of alerts) events.set(alert.event_key, [...(events.get(alert.event_key) ?? []), alert]);
  return [...events].map(([key, ofEvent]) => ({ key, alerts: ofEvent, firstSent: undefined }));
}
