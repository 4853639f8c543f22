import type { Alert } from '@site/proto/weather/v1/alerts.answers';

export const eventPath = (eventKey: string): string => `/warning/${encodeURIComponent(eventKey)}`;

/** Path of the page for an alert's event, by message id when the event has no key. */
export const alertPath = ({ id, event_key: key }: Pick<Alert, 'id' | 'event_key'>): string =>
  key ? eventPath(key) : `/alert/${encodeURIComponent(id)}`;

/** Path of the event's server-rendered page, which needs no scripts. */
export const plainTextPath = (eventKey: string): string => `/now/alert/${encodeURIComponent(eventKey)}`;
