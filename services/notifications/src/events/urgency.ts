/** How soon, how loudly and for how long an event is announced. */
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import { isDeadly, isShortFuse } from '@site/domain/weather/danger';
import type { NotificationLevel } from '@site/domain/notifications/kinds';

export type Ranked = Pick<AlertEvent, 'event' | 'level' | 'danger'>;

export interface DeliveryOptions {
  /** 0 goes first; newsletters have 10. */
  priority: 0 | 1 | 2 | 5;
  /** Whether to wake a sleeping phone (RFC 8030, 5.3). */
  urgency: 'high' | 'normal' | 'low';
  /** Seconds during which delivery is useful; never past the event's end. Long-fuse warnings have until their end. */
  maxDeliverySeconds: number;
}

const minute = 60;
const hour = 60 * minute;

const byLevel: Record<NotificationLevel, DeliveryOptions> = {
  4: { priority: 0, urgency: 'high', maxDeliverySeconds: 45 * minute },
  3: { priority: 1, urgency: 'high', maxDeliverySeconds: 2 * hour },
  2: { priority: 2, urgency: 'normal', maxDeliverySeconds: 4 * hour },
  1: { priority: 5, urgency: 'low', maxDeliverySeconds: 6 * hour },
};

const isTornadoWarning = (event: string) => /^tornado warning$/i.test(event.trim());

/**
 * Returns the level that preferences are compared with. Deadly warnings (danger.ts) have the highest; statements count
 * as advisories.
 */
export function alertLevelOf(event: Ranked): NotificationLevel {
  if (isDeadly(event) || isTornadoWarning(event.event)) return 4;
  if (event.level === 'warning') return 3;
  return event.level === 'watch' ? 2 : 1;
}

export const deliveryOptionsOf = (event: Ranked): DeliveryOptions => byLevel[alertLevelOf(event)];

/**
 * Returns the age in seconds from which a message is recorded but not sent, so that no outage is followed by old news.
 */
export function newsForSeconds({ event, level }: Ranked): number {
  if (/^(tornado|flash flood) (warning|emergency)$/i.test(event.trim())) return 10 * minute;
  return level === 'watch' ? 2 * hour : hour;
}

/**
 * Returns until when a dispatch created at `now` is worth sending, in milliseconds since 1970 UTC. A long-fuse warning
 * (ice storm, red flag) is worth it until its end.
 */
export function sendUntil(event: Ranked & Pick<AlertEvent, 'ends'>, now: number): number {
  const end = event.ends ? Date.parse(event.ends) : Number.NaN;
  const latest = now + deliveryOptionsOf(event).maxDeliverySeconds * 1_000;
  if (Number.isNaN(end)) return latest;
  const isLongFuse = alertLevelOf(event) === 3 && !isShortFuse(event.event);
  return isLongFuse ? end : Math.min(end, latest);
}
