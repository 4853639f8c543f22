import { kindNamed } from '@site/domain/kinds';
import type { TrashItem } from '@site/proto/trash/v1/trash.answers';
import { pagedQuery } from '../../../dashboard-kit/list/paged-query.js';

export const trashQuery = pagedQuery<TrashItem>(['admin', 'trash'], '/admin/main/trash');

export const typeName = (type: string) => kindNamed(type)?.label ?? type;

const dayMs = 86_400_000;

/** Returns the days left before an item is purged, and that time as a share (0 to 1). */
export function timeLeft({ deleted_at, purge_at }: TrashItem, now: number): { days: number; share: number } {
  const end = Date.parse(purge_at);
  const whole = Math.max(dayMs, end - Date.parse(deleted_at));
  const left = Math.min(whole, Math.max(0, end - now));
  return { days: Math.floor(left / dayMs), share: left / whole };
}

/** Such as "12 days left". */
export function timeLeftText(days: number): string {
  if (days < 1) return 'Less than a day left';
  return `${days} ${days === 1 ? 'day' : 'days'} left`;
}
