import type { Alert } from '@site/proto/weather/v1/alerts.responses';

export const eventPath = (eventKey: string): string => `/warning/${encodeURIComponent(eventKey)}`;

/** Uses the message id when the event has no key. */
export const alertPath = ({ id, event_key: key }: Pick<Alert, 'id' | 'event_key'>): string =>
  key ? eventPath(key) : `/alert/${encodeURIComponent(id)}`;

/** Returns the path of the event's server-rendered page, which needs no scripts. */
export const plainTextPath = (eventKey: string): string => `/now/alert/${encodeURIComponent(eventKey)}`;
