import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api.js';
import { whileSignedIn } from '../../components/admin/signed-out.js';

/** GET /admin/main/overview. A figure that nobody can tell at the moment is null. */
export interface Overview {
  waiting: { snapshots: number | null; sponsors: number | null };
  outbox: { unprocessed: number | null; oldest_age_seconds: number | null };
  latest_audit: AuditEntry[];
  services: Record<string, 'up' | 'down'>;
}

export interface AuditEntry {
  id: string;
  principal_name: string;
  /** For instance "snapshot.approve". */
  action: string;
  subject_id: string;
  at: string;
  client_address: string;
}

export const overviewEverySeconds = 15;

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: async ({ signal }) => (await request<Overview>('/admin/main/overview', { signal })).data,
  refetchInterval: whileSignedIn<Overview>(() => overviewEverySeconds * 1_000),
  // Old figures are shown as such until new ones are there, never as today's.
  staleTime: 0,
});

/** The services count no further. */
const countedUpTo = 1_000;

/** A count as people read it: "–" when unknown, "1,000+" when nobody counted further. */
export function countText(count: number | null): string {
  if (count === null) return '–';
  return count >= countedUpTo ? `${countedUpTo.toLocaleString('en-US')}+` : count.toLocaleString('en-US');
}

/** "12 seconds", "3 minutes", "2 hours". */
export function durationText(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [Math.max(1, Math.round(seconds)), 'second']
      : seconds < 90 * 60
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3_600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const serviceNames: Record<string, string> = {
  content: 'Content',
  submissions: 'Submissions',
  auth: 'Sign-in',
  weather: 'Weather',
};

/** A service by the name that editors know it under. */
export function serviceName(name: string): string {
  return serviceNames[name] ?? name;
}

const subjects: Record<string, string> = {
  snapshot: 'a snapshot',
  sponsor: 'a sponsor',
  post: 'a blog post',
  faq: 'an FAQ',
  team: 'a team member',
  moderator: 'a moderator',
  header: 'the header',
  logo: 'the logo',
  contact: 'a message',
};
const verbs: Record<string, string> = {
  approve: 'approved',
  reject: 'rejected',
  delete: 'deleted',
  create: 'created',
  edit: 'edited',
  restore: 'restored',
};

/** "snapshot.approve" → "approved a snapshot"; an action without words here is shown as it is. */
export function auditText(action: string): string {
  const [subject = '', verb = ''] = action.split('.');
  return subjects[subject] && verbs[verb] ? `${verbs[verb]} ${subjects[subject]}` : action;
}
