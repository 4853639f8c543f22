import type { Colleague } from '@site/proto/auth/v1/people.answers';
import { auditKindNames, auditThings, type AuditKind } from '@site/domain/audit-kinds';
import { queryOptions } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { request } from '../../../api/api.js';
import { beginOfDay, dayAfter } from './days.js';

/** Filters of the audit log, kept in the page's address. An absent field doesn't filter. */
export interface AuditChoice {
  kind?: AuditKind | undefined;
  /** A name from `auditThings`. */
  thing?: string | undefined;
  /** Id of a single subject, whose entries are listed oldest first. */
  subject?: string | undefined;
  person?: string | undefined;
  /** First and last day in the state's time zone, such as "2026-11-20". */
  from?: string | undefined;
  to?: string | undefined;
}

const isId = (text: string | null) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '');
const isDate = (text: string | null) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
const known = (is: (text: string | null) => boolean, text: string | null) =>
  is(text) ? (text ?? undefined) : undefined;

const given = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value) as [string, string][]);

/** Returns the filters and a setter that merges changes into them. */
export function useAuditChoice(): [choice: AuditChoice, choose: (change: AuditChoice) => void] {
  const [search, setSearch] = useSearchParams();
  const choice: AuditChoice = {
    kind: auditKindNames.find((name) => name === search.get('kind')),
    thing: known((text) => Object.hasOwn(auditThings, text ?? ''), search.get('thing')),
    subject: known((text) => text !== null && text.length <= 200, search.get('subject')),
    person: known(isId, search.get('person')),
    from: known(isDate, search.get('from')),
    to: known(isDate, search.get('to')),
  };
  return [choice, (change) => setSearch(given({ ...choice, ...change }), { replace: true })];
}

/** Returns the path of a subject's history. */
export const pathOfSubject = (subject: string) => `/dashboard/audit?${new URLSearchParams({ subject })}`;

export const isChosen = (choice: AuditChoice) => Object.keys(given(choice)).length > 0;

/** Maps the filters to the gateway's query parameters. */
export const askedFor = ({ kind, thing, subject, person, from, to }: AuditChoice): Record<string, string> =>
  given({
    kind,
    thing,
    subject_id: subject,
    principal_id: person,
    since: from && beginOfDay(from),
    until: to && beginOfDay(dayAfter(to)),
  });

/** All accounts, under the query key that the people page uses. */
export const peopleQuery = queryOptions({
  queryKey: ['admin', 'people'],
  queryFn: async ({ signal }) => (await request<Colleague[]>('/admin/main/people', { signal })).data,
});
