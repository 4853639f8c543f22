import { pagedQuery } from '../../../dashboard-kit/list/paged-query.js';

/** Something that was deleted less than 30 days ago. */
export interface TrashItem {
  type: string;
  id: string;
  title: string;
  /** What helps to tell it from others: an e-mail address, the beginning of a text; may be empty. */
  detail: string;
  deleted_at: string;
  /** When it is gone for good. */
  purge_at: string;
}

export const trashQuery = pagedQuery<TrashItem>(['admin', 'trash'], '/admin/main/trash');

const typeNames: Record<string, string> = {
  post: 'Blog post',
  faq: 'FAQ',
  team: 'Team member',
  header: 'Header',
  logo: 'Logo',
  snapshot: 'Snapshot',
  sponsor: 'Sponsor',
  contact: 'Message',
  moderator: 'Moderator',
};

export const typeName = (type: string) => typeNames[type] ?? type;

const dayMs = 86_400_000;

/** How long it stays, and how much of its time is left (0 to 1). */
export function timeLeft({ deleted_at, purge_at }: TrashItem, now: number): { days: number; share: number } {
  const end = Date.parse(purge_at);
  const whole = Math.max(dayMs, end - Date.parse(deleted_at));
  const left = Math.min(whole, Math.max(0, end - now));
  return { days: Math.floor(left / dayMs), share: left / whole };
}

/** "12 days left". */
export function timeLeftText(days: number): string {
  if (days < 1) return 'Less than a day left';
  return `${days} ${days === 1 ? 'day' : 'days'} left`;
}
