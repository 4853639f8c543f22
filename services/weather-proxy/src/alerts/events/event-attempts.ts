import type { FailedRows } from '@site/platform/jobs/work-loop';
import type { EntityManager } from 'typeorm';
import type { AlertEventHead } from './alert-events.entities.js';

/** Isolates events: a failing one must not stop the others from being sent. */
export function eventAttempts(manager: EntityManager, heads: Map<string, AlertEventHead>, rows?: FailedRows) {
  return async (eventKey: string, work: (manager: EntityManager) => Promise<void>): Promise<void> => {
    if (!rows) return work(manager);
    const before = heads.get(eventKey);
    const { failed } = await rows.attempt(eventKey, () => manager.transaction(work));
    if (!failed) return;
    if (before) heads.set(eventKey, before);
    else heads.delete(eventKey);
  };
}
