import type { Alert } from '@site/proto/weather/v1/alerts.answers';

/** The page of an event, from its first message to its end. */
export const eventPath = (eventKey: string): string => `/warning/${encodeURIComponent(eventKey)}`;

/** The page of the event that an alert is about; one whose event nobody named is found by its message. */
export const alertPath = ({ id, event_key: key }: Pick<Alert, 'id' | 'event_key'>): string =>
  key ? eventPath(key) : `/alert/${encodeURIComponent(id)}`;

/** The event's whole text without scripts, of the server. */
export const plainTextPath = (eventKey: string): string => `/now/alert/${encodeURIComponent(eventKey)}`;
