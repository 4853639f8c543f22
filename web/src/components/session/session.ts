import { may, type PermissionName } from '@site/domain/roles';
import { useSyncExternalStore } from 'react';
import { sessionStorageKey } from '@/api/api.js';

/**
 * The sign-in response as JSON in local storage. It only controls what pages show; the server authorizes every call.
 */
export interface Session {
  /** A role from `domain/roles.ts`, which the route guards check. */
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
    // Storage may be blocked; then the user is signed out.
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

/** Returns undefined when nothing or something invalid is stored. */
export function readSession(): Session | undefined {
  return parse(storedText());
}

/** Stores the sign-in response unchanged. */
export function storeSession(session: Session) {
  localStorage.setItem(sessionStorageKey, JSON.stringify(session));
  for (const listener of listeners) listener();
}

/** Deletes the session and nothing else. */
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

/** Updates, including when another tab signs in or out. */
export function useSession(): Session | undefined {
  // A store's snapshot must stay identical while nothing changes.
  return parse(useSyncExternalStore(subscribe, storedText));
}

/** Checks the type alone: no other stored value can grant permissions. */
export const allows = (session: Session | undefined, permission: PermissionName) =>
  session !== undefined && may(session.type, permission);

export const isAdmin = (session: Session | undefined) => session?.type === 'admin';

/** Whether the user is an admin or editor, whose screens are under /dashboard. */
export const isWriter = (session: Session | undefined) => allows(session, 'write');

export const isModerator = (session: Session | undefined) => allows(session, 'review');

/** Returns the path of the first screen that the user's role may open. */
export function homeOf(session: Session): string {
  if (isAdmin(session)) return '/dashboard/home';
  return isWriter(session) ? '/dashboard/blog' : '/moderate';
}

export const signInPath = '/dashboard/login';
export const forgotPasswordPath = '/dashboard/forgot-password';
export const enterCodePath = '/dashboard/otp';
export const changePasswordPath = '/dashboard/changePassword';
