import { may, type PermissionName } from '@site/domain/roles';
import { useSyncExternalStore } from 'react';
import { sessionStorageKey } from '../../api/api.js';

/**
 * The signed-in person as this browser remembers it: the sign-in's answer, as JSON in local storage. It decides only what
 * the pages show; every call is checked by the server.
 */
export interface Session {
  /** A role of `domain/roles.ts`; what the guards look at. */
  type: string;
  id?: string;
  name?: string;
  email?: string;
  token?: string;
}

const listeners = new Set<() => void>();

function storedText(): string | null {
  try {
    return localStorage.getItem(sessionStorageKey);
  } catch {
    // Storage may be forbidden; then nobody is signed in.
    return null;
  }
}

function parse(text: string | null): Session | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isSession(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSession(value: unknown): value is Session {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** Who is signed in; undefined when nothing is stored or it is not a session. */
export function readSession(): Session | undefined {
  return parse(storedText());
}

/** Keeps the answer of the sign-in as it is. */
export function storeSession(session: Session) {
  localStorage.setItem(sessionStorageKey, JSON.stringify(session));
  for (const listener of listeners) listener();
}

/** Forgets the session; everything else in the storage stays. */
export function clearSession() {
  localStorage.removeItem(sessionStorageKey);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** As `readSession`, kept up to date, also when another tab signs in or out. */
export function useSession(): Session | undefined {
  // A text, because a store's snapshot must stay the same while nothing changes.
  return parse(useSyncExternalStore(subscribe, storedText));
}

/** The type alone decides: whatever else is stored cannot make somebody an admin. */
export const allows = (session: Session | undefined, permission: PermissionName) =>
  session !== undefined && may(session.type, permission);

export const isAdmin = (session: Session | undefined) => session?.type === 'admin';

/** Admins and editors, whose screens are below /dashboard. */
export const isWriter = (session: Session | undefined) => allows(session, 'write');

/** Whoever may decide on photos. */
export const isModerator = (session: Session | undefined) => allows(session, 'review');

/** Where each kind of person begins. */
export function homeOf(session: Session): string {
  if (isAdmin(session)) return '/dashboard/home';
  return isWriter(session) ? '/dashboard/blog' : '/moderate';
}

export const signInPath = '/dashboard/login';
export const forgotPasswordPath = '/dashboard/forgot-password';
export const enterCodePath = '/dashboard/otp';
export const changePasswordPath = '/dashboard/changePassword';
