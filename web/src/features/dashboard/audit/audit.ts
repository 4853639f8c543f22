import { type AuditKind, auditKindNames, auditSubjectTypes } from '@site/domain/audit-kinds';
import type { AuditEntry } from '@site/proto/audit/v1/audit.responses';
import type { Colleague } from '@site/proto/auth/v1/people.responses';
import { useSearchParams } from 'react-router-dom';
import { adminQuery } from '@/api/admin.js';
import { pagedQuery } from '@/dashboard-kit/list/queries.js';
import { dateOf, localTimeAt, shortDate, stateTimeZone } from '@/components/time/times.js';

/** Filters, kept in the page's address. */
export interface AuditFilter {
  kind?: AuditKind | undefined;
  /** A name from `auditSubjectTypes`. */
  thing?: string | undefined;
  /** One subject, whose entries are listed oldest first. */
  subject?: string | undefined;
  person?: string | undefined;
  /** First and last day in the state's time zone, such as "2026-11-20". */
  from?: string | undefined;
  to?: string | undefined;
}

const isId = (text: string | null) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '');
const isDate = (text: string | null) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
const valueIf = (is: (text: string | null) => boolean, text: string | null) =>
  is(text) ? (text ?? undefined) : undefined;

const omitEmpty = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value) as [string, string][]);

/** Returns the filters in the page's address, without invalid ones, and a function that changes them. */
export function useAuditFilter(): [choice: AuditFilter, choose: (change: AuditFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const filter: AuditFilter = {
    kind: auditKindNames.find((name) => name === search.get('kind')),
    thing: valueIf((text) => Object.hasOwn(auditSubjectTypes, text ?? ''), search.get('thing')),
    subject: valueIf((text) => text !== null && text.length <= 200, search.get('subject')),
    person: valueIf(isId, search.get('person')),
    from: valueIf(isDate, search.get('from')),
    to: valueIf(isDate, search.get('to')),
  };
  return [filter, (change) => setSearch(omitEmpty({ ...filter, ...change }), { replace: true })];
}

export const pathOfSubject = (subject: string) => `/dashboard/audit?${new URLSearchParams({ subject })}`;

export const hasFilters = (filter: AuditFilter) => Object.keys(omitEmpty(filter)).length > 0;

/** Returns the filters as the API's parameters. Days begin and end in the state's time zone. */
export const toQueryParams = ({ kind, thing, subject, person, from, to }: AuditFilter): Record<string, string> =>
  omitEmpty({
    kind,
    thing,
    subject_id: subject,
    principal_id: person,
    since: from && beginOfDay(from),
    until: to && beginOfDay(dayAfter(to)),
  });

/** Shares the people page's query key. */
export const peopleQuery = adminQuery<Colleague[]>(['people'], '/admin/main/people');

export const address = '/admin/main/audit';
export const auditList = 'audit';

/** Sorts newest first, or oldest first for a single subject. */
export function auditQuery(filter: AuditFilter) {
  const params = { ...toQueryParams(filter), ...(filter.subject && { order: 'oldest' }) };
  const key = new URLSearchParams(params).toString();
  return pagedQuery<AuditEntry>(['admin', auditList, ...(key ? [key] : [])], address, params);
}

/** Groups by day in the state's time zone. */
export function byDay(entries: AuditEntry[], now: number) {
  const days: { date: string; name: string; entries: AuditEntry[] }[] = [];
  for (const entry of entries) {
    const date = dateAt(Date.parse(entry.at));
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, name: dayName(date, now), entries: [entry] });
  }
  return days;
}

const dateAt = (time: number) => dateOf(localTimeAt(time, stateTimeZone));

/** Returns "Today", "Yesterday" or "Fri, Nov 20", with the year unless it is this year. */
function dayName(date: string, now: number): string {
  const today = dateAt(now);
  if (date === today) return 'Today';
  return Date.parse(today) - Date.parse(date) === 86_400_000 ? 'Yesterday' : shortDate(date, today);
}

/** Returns the start of a day in the state's time zone as RFC 3339 in UTC. */
export function beginOfDay(date: string): string {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Two passes: if the clocks change that night, the offsets at UTC and local midnight can differ.
  const offsetAt = (time: number) => time - Date.parse(`${localTimeAt(time, stateTimeZone).replace(' ', 'T')}:00Z`);
  const close = midnight + offsetAt(midnight);
  return new Date(midnight + offsetAt(close)).toISOString();
}

/** @param date such as "2026-11-29" */
export const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
