import { stateInstant } from '@site/regions/state-time';
import { badField } from '../edge/http-errors.js';

/** Converts the state's local time. @throws 400 naming the field if malformed, or skipped by daylight saving time */
export function localInstant(field: string, local: string): Date {
  const instant = stateInstant(local);
  if ('problem' in instant) throw badField(field, instant.problem);
  return instant.at;
}
