import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { isAdmin, isModerator, readSession, signInPath } from '../session/session.js';

/**
 * These decide what is shown, nothing more: the server checks every call. Read anew at each navigation, not watched: when
 * another tab signs out, what is being typed here stays until the person has signed in again.
 */

/** Lets in whoever the stored session calls an admin; everybody else signs in first (GUARD-02 to 05). */
export function AdminGuard({ children }: { children: ReactNode }) {
  useLocation();
  return isAdmin(readSession()) ? children : <Navigate to={signInPath} replace />;
}

/** Lets in moderators, too. */
export function ModeratorGuard({ children }: { children: ReactNode }) {
  useLocation();
  return isModerator(readSession()) ? children : <Navigate to={signInPath} replace />;
}
