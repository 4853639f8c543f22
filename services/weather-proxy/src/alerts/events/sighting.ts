import type { Message } from '../messages/active-alert.js';
import type { VtecAction } from '../messages/vtec.js';
import type { Concern } from './event-key.js';

/** A poll's messages about one event. */
export interface Sighting {
  inForce: Message[];
  endings: { message: Message; concern: Concern }[];
  actions: VtecAction[];
}

/** Most significant first. */
const tellingActions: readonly VtecAction[] = ['EXB', 'EXA', 'EXT', 'COR', 'CON', 'NEW'];

/** @param isReappearance after the list lacked it */
export function actionOf({ inForce, actions }: Sighting, exists: boolean, isReappearance: boolean): string {
  if (!exists) return 'NEW';
  // Subscribers were notified by the NWWS-OI message, or before the event left the list.
  if (isReappearance && actions.every((action) => action === 'NEW')) return 'CON';
  const seen = tellingActions.find((action) => actions.includes(action));
  if (seen && seen !== 'NEW') return seen;
  // A revision, even if the message says otherwise.
  return inForce.some(({ type }) => type === 'Update') || !seen ? 'CON' : seen;
}

/** The counties that a poll's messages end other than by a cancellation. */
export const replacedIn = ({ endings }: Sighting): string[] => [
  ...new Set(
    endings
      .filter(({ concern }) => concern.code?.action === 'UPG' || concern.code?.action === 'EXP')
      .flatMap(({ message }) => message.alert.counties),
  ),
];
