import { stateInstant } from '@site/regions/state-time';
import { fullDateTime } from './times.js';

/** Returns the problem with a scheduled time, or the time in words. */
export function describePlannedTime(local: string, now: number): { problem: string } | { note: string } {
  if (!local) return { problem: 'Choose a date and a time' };
  const read = stateInstant(local);
  if ('problem' in read) return { problem: read.problem };
  const at = read.at.getTime();
  if (at <= now) return { problem: 'This time is past. Choose a later one' };
  const twice = read.twice ? ' The clocks go back that night, so this time comes twice. We use the first.' : '';
  return { note: `${fullDateTime(at)}.${twice}` };
}
