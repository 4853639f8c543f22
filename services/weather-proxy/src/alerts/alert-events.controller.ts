/** The event log over gRPC: for notifications, the event page, past weather at a place, and the editor. */
import { Controller, Inject } from '@nestjs/common';
import {
  AlertEventsServiceControllerMethods,
  type AlertEvent,
  type AlertEventsServiceController,
  type GetAlertEventRequest,
  type GetAlertEventResponse,
  type ListAlertEventsRequest,
  type ListAlertEventsResponse,
  type ListAlertsAtRequest,
  type ListAlertsAtResponse,
  type ListRecentEventsResponse,
} from '@site/proto/gen/nest/weather/v1/alert_events';
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { counties } from '@site/regions/counties';
import { dangerOf } from '@site/domain/weather/danger';
import { invalid, notFound } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { AlertEventHead, AlertEventRow, AlertMessage } from './events/alert-events.entities.js';
import { AlertFeed } from './alert-feed.js';
import { findTopAlert } from './events/revision-changes.js';
import { isFromNwws } from './messages/nwws-id.js';
import { findSpanishAlertText } from './spanish/spanish-store.js';

const defaultLimit = 100;
const maxEvents = 500;
/** Events can last for weeks; only the newest revisions include texts. */
const maxRevisions = 60;
const maxRevisionsWithText = 5;
const maxRecentEvents = 200;

const isOver = ({ action }: { action: string }) => ['CAN', 'EXP', 'UPG', 'END'].includes(action);

@Controller()
@AlertEventsServiceControllerMethods()
export class AlertEventsController implements AlertEventsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(AlertFeed) private readonly feed: AlertFeed,
  ) {}

  /** Lists events after a sequence number, oldest first, at most 500. @throws INVALID_ARGUMENT if negative */
  async listAlertEvents({ after, limit }: ListAlertEventsRequest): Promise<ListAlertEventsResponse> {
    if (after < 0)
      throw invalid('The sequence number must not be negative.', [{ field: 'after', message: 'must not be negative' }]);
    const rows = await this.dataSource.manager
      .createQueryBuilder(AlertEventRow, 'event')
      .where('event.sequence > :after', { after })
      .orderBy('event.sequence')
      .limit(Math.min(limit > 0 ? limit : defaultLimit, maxEvents))
      .getMany();
    const sourceTime = await this.feed.sourceTime();
    return { events: rows.map(eventWithText), ...(sourceTime && { sourceTime }) };
  }

  /** Lists the alerts that were in force in a county at a time. @throws INVALID_ARGUMENT naming the field */
  async listAlertsAt({ county, timestamp }: ListAlertsAtRequest): Promise<ListAlertsAtResponse> {
    const at = Date.parse(timestamp);
    const wrong = [
      ...(counties.some(({ fips }) => fips === county)
        ? []
        : [{ field: 'county', message: 'must be a county of the state' }]),
      ...(Number.isNaN(at) ? [{ field: 'timestamp', message: 'must be a time' }] : []),
    ];
    if (wrong.length > 0) throw invalid('A county and a time are required.', wrong);
    // The newest revision at that time per event, which may be the ending, or no longer cover this county.
    const rows = await this.dataSource.manager
      .createQueryBuilder(AlertEventRow, 'event')
      .innerJoin(
        (query) =>
          query
            .select('past.event_key', 'event_key')
            .addSelect('max(past.revision)', 'revision')
            .from(AlertEventRow, 'past')
            .innerJoin(AlertEventHead, 'head', 'head.event_key = past.event_key')
            .where('head.began_at <= :at AND (head.ended_at IS NULL OR head.ended_at > :at) AND past.sent <= :at')
            .groupBy('past.event_key'),
        'newest',
        'newest.event_key = event.event_key AND newest.revision = event.revision',
      )
      .where(':county = ANY(event.counties)')
      .andWhere('(event.onset IS NULL OR event.onset <= :at) AND (event.ends IS NULL OR event.ends > :at)')
      .setParameters({ at: new Date(at), county })
      .orderBy('event.danger')
      .addOrderBy('event.sequence')
      .limit(maxEvents)
      .getMany();
    return { events: rows.filter((row) => !isOver(row)).map(eventOf) };
  }

  /** Lists the latest events for an editor who embeds one in a post, at most 200. */
  async listRecentEvents(): Promise<ListRecentEventsResponse> {
    const now = new Date(this.feed.upstreamNow());
    const rows = await this.dataSource.query<
      { event_key: string; event: string; began_at: Date; ended_at: Date | null; alerts: Alert[] }[]
    >(
      `SELECT head.event_key, head.event, head.began_at, head.ended_at, latest.alerts
       FROM (SELECT event_key, event, revision, began_at,
           coalesce(ended_at, CASE WHEN ends <= $1 THEN ends END) AS ended_at FROM alert_event_heads) AS head
       JOIN LATERAL (
         SELECT alerts FROM alert_events WHERE event_key = head.event_key AND jsonb_array_length(alerts) > 0
         ORDER BY revision DESC LIMIT 1) AS latest ON true
       WHERE head.ended_at IS NULL OR head.ended_at > $1 - interval '7 days'
       ORDER BY head.ended_at IS NOT NULL, head.ended_at DESC, head.began_at DESC LIMIT ${maxRecentEvents}`,
      [now],
    );
    return {
      events: rows.map(({ event_key: eventKey, event, began_at: beganAt, ended_at: endedAt, alerts }) => ({
        eventKey,
        event,
        beganAt: beganAt.toISOString(),
        endedAt: endedAt?.toISOString(),
        areas: [...new Set(alerts.map(({ areas }) => areas))].join('; '),
      })),
    };
  }

  /** Finds an event by its key or by the id of any of its messages. @throws NOT_FOUND */
  async getAlertEvent({ name }: GetAlertEventRequest): Promise<GetAlertEventResponse> {
    // Postgres rejects NUL in text.
    if (name.includes('\0')) throw notFound('There’s no such alert.');
    const { manager } = this.dataSource;
    const message = await manager.findOneBy(AlertMessage, { alertId: name });
    const eventKey = message?.eventKey ?? name;
    const head = await manager.findOneBy(AlertEventHead, { eventKey });
    if (!head) throw notFound('There’s no such alert.');
    const rows = await manager.find(AlertEventRow, {
      where: { eventKey },
      order: { revision: 'DESC' },
      take: maxRevisions,
    });
    const ids = rows.slice(0, maxRevisionsWithText).flatMap(({ alerts }) => alerts.map(({ id }) => id));
    const spanishAlertText = await findSpanishAlertText(manager, [...new Set(ids)]);
    const withSpanishText = (alert: Alert): Alert => ({ ...alert, spanishText: spanishAlertText.get(alert.id) });
    // It may have ended since the last poll.
    const hasPassed = head.endedAt === null && head.ends !== null && Date.parse(head.ends) <= this.feed.upstreamNow();
    const endedAt = hasPassed ? head.ends : head.endedAt;
    return {
      eventKey,
      event: head.event,
      active: endedAt === null,
      endedAt: endedAt ?? undefined,
      endedBy: hasPassed ? 'expired' : head.endedBy,
      unlistedSince: endedAt === null ? (head.unlistedAt ?? undefined) : undefined,
      successorKey: head.successorKey ?? undefined,
      revisions: rows.map(({ revision, action, sent, firstSeenAt, changes, alerts }, index) => ({
        revision,
        action,
        sent,
        firstSeenAt,
        changes,
        alerts: alerts.map(index < maxRevisionsWithText ? withSpanishText : stripText),
      })),
    };
  }
}

const stripText = (alert: Alert): Alert => ({ ...alert, desc: '', instruction: '', geometry: undefined });

function eventWithText(row: AlertEventRow): AlertEvent {
  const topAlert = findTopAlert(row.alerts);
  const text = [topAlert?.desc, topAlert?.instruction].filter(Boolean).join('\n\n');
  return { ...eventOf(row), ...(text && { text }) };
}

function eventOf(row: AlertEventRow): AlertEvent {
  const topAlert = findTopAlert(row.alerts);
  const { level, badge } = topAlert ?? dangerOf({ event: row.event, severity: row.severity });
  return {
    sequence: row.sequence,
    eventKey: row.eventKey,
    revision: row.revision,
    action: row.action,
    event: row.event,
    severity: row.severity,
    counties: row.counties,
    newCounties: row.newCounties,
    replacedCounties: row.replacedCounties,
    geometry: topAlert?.geometry,
    alertId: row.alertId,
    threatStep: row.threatStep,
    sent: row.sent,
    firstSeenAt: row.firstSeenAt,
    ends: row.ends ?? undefined,
    headline: topAlert ? topAlert.nwsHeadline || topAlert.headline : '',
    danger: row.danger,
    level,
    badge,
    alreadyActive: row.alreadyActive,
    fromNwws: row.alerts.some(({ id }) => isFromNwws(id)),
  };
}
