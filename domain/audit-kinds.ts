import { kinds } from './kinds.js';

/** The kinds of entries in the audit log, by their actions. This is the one list: filters, exports and words go by it. */

interface AuditKindEntry {
  /** How a filter names it. */
  label: string;
  /** Actions; `*` stands for any text. The first kind that has an action owns it. */
  actions: readonly string[];
}

export const auditKinds = {
  /** Whatever was guessed in vain, at sign-in or later: passwords, codes, passkeys. */
  sign_in_failed: {
    label: 'Failed sign-ins',
    actions: [
      'session.refused',
      'session.limited',
      'factor.refused',
      'identity.*',
      'password.refused',
      'password.limited',
      'reset.*',
    ],
  },
  refusal: { label: 'Refusals', actions: ['access.refused'] },
  sign_in: { label: 'Sign-ins and sessions', actions: ['session.*', 'sessions.*'] },
  role: { label: 'Role changes', actions: ['*.role', 'role.*'] },
  factor: {
    label: 'Passwords and second factors',
    actions: ['factor.*', 'second_factor.*', 'recovery_codes.*', 'passkey.*', 'password.*'],
  },
  export: { label: 'Exports', actions: ['*.export'] },
  restore: { label: 'Restores', actions: ['*.restore'] },
  purge: { label: 'Removals for good', actions: ['*.purge', '*.erase'] },
  /** Whatever else people do. */
  change: { label: 'Changes', actions: ['*'] },
} as const satisfies Record<string, AuditKindEntry>;

export type AuditKind = keyof typeof auditKinds;
export const auditKindNames = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const matches = (action: string, pattern: string) => {
  const [head = '', tail] = pattern.split('*');
  return tail === undefined ? action === head : action.startsWith(head) && action.endsWith(tail);
};

/** The kind that an action belongs to. */
export const auditKindOf = (action: string): AuditKind =>
  auditKindNames.find((name) => auditKinds[name].actions.some((pattern) => matches(action, pattern))) ?? 'change';

/** SQL LIKE patterns: an action of the kind is like one of `like` and like none of `notLike`. */
export function auditKindPatterns(kind: AuditKind): { like: string[]; notLike: string[] } {
  const sql = (name: AuditKind) => auditKinds[name].actions.map((pattern) => escaped(pattern).replace('*', '%'));
  return { like: sql(kind), notLike: auditKindNames.slice(0, auditKindNames.indexOf(kind)).flatMap(sql) };
}

/** What an entry can be about, by the first part of its action, and how a filter names it. */
export const auditThings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(kinds).map(([name, { label }]) => [name, label])),
  storm: 'Storm banner',
  campaign: 'Newsletter',
  person: 'Person',
  session: 'Session',
  factor: 'Second factor',
  webhook: 'Webhook',
  job: 'Job',
};

/** What the gateway sees and no service: only these may be written down for it. */
export const gatewayActions = ['access.refused', 'session.limited', 'audit.export', 'subscribers.export'] as const;
export type GatewayAction = (typeof gatewayActions)[number];

/** Who stands for an entry that belongs to no person. */
export const nobody = '00000000-0000-0000-0000-000000000000';
