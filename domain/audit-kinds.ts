/** Kinds of audit log entries, for filters, exports and labels. */
import { kinds } from './kinds.js';

interface AuditKindEntry {
  label: string;
  /** `*` matches any text. An action belongs to the first kind that matches. */
  actions: readonly string[];
}

export const auditKinds = {
  /** Failed guesses at passwords, codes and passkeys, at sign-in or later. */
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
      'invitation.refused',
      'invitation.limited',
    ],
  },
  refusal: { label: 'Denied requests', actions: ['access.refused'] },
  sign_in: { label: 'Sign-ins and sessions', actions: ['session.*', 'sessions.*'] },
  role: { label: 'Role changes', actions: ['*.role', 'role.*'] },
  factor: {
    label: 'Passwords and second factors',
    actions: ['factor.*', 'second_factor.*', 'recovery_codes.*', 'passkey.*', 'password.*'],
  },
  export: { label: 'Exports', actions: ['*.export'] },
  restore: { label: 'Restores', actions: ['*.restore'] },
  purge: { label: 'Permanent deletions', actions: ['*.purge', '*.erase'] },
  change: { label: 'Changes', actions: ['*'] },
} as const satisfies Record<string, AuditKindEntry>;

export type AuditKind = keyof typeof auditKinds;
export const auditKindNames = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const matches = (action: string, pattern: string) => {
  const [head = '', tail] = pattern.split('*');
  return tail === undefined ? action === head : action.startsWith(head) && action.endsWith(tail);
};

/** Returns the first kind whose patterns match the action; "change" if none does. */
export const auditKindOf = (action: string): AuditKind =>
  auditKindNames.find((name) => auditKinds[name].actions.some((pattern) => matches(action, pattern))) ?? 'change';

/** Returns SQL LIKE patterns: an action of the kind matches one of `like` and none of `notLike`. */
export function auditKindPatterns(kind: AuditKind): { like: string[]; notLike: string[] } {
  const sql = (name: AuditKind) => auditKinds[name].actions.map((pattern) => escaped(pattern).replace('*', '%'));
  return { like: sql(kind), notLike: auditKindNames.slice(0, auditKindNames.indexOf(kind)).flatMap(sql) };
}

/** The first part of an action, and its label in filters. */
export const auditSubjectTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(kinds).map(([name, { label }]) => [name, label])),
  storm: 'Storm banner',
  campaign: 'Newsletter',
  saved_text: 'Saved text',
  person: 'Person',
  invitation: 'Invitation',
  session: 'Session',
  factor: 'Second factor',
  webhook: 'Webhook',
  job: 'Job',
};

/** Actions that the gateway may record, which only it sees. */
export const gatewayActions = ['access.refused', 'session.limited', 'audit.export', 'subscribers.export'] as const;
export type GatewayAction = (typeof gatewayActions)[number];

/** Principal of entries without an account. */
export const noPrincipalId = '00000000-0000-0000-0000-000000000000';
