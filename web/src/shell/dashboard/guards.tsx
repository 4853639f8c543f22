import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { isAdmin, isModerator, readSession, signInPath } from '../../domain/session/session.js';

/**
 * These decide what is shown, nothing more: the server checks every call. Read anew at each navigation, not watched: when
 * another tab signs out, what is being typed here stays until the person has signed in again.
 */

interface AdminGuardProps {
  /** Paths that are open to everybody. One guard for all, so that the frame stays when people go from one to another. */
  except?: readonly string[];
  children: ReactNode;
}

/** Lets in whoever the stored session calls an admin; everybody else signs in first (GUARD-02 to 05). */
export function AdminGuard({ except = [], children }: AdminGuardProps) {
  const { pathname } = useLocation();
  const isOpen = except.includes(pathname.replace(/\/+$/, ''));
  return isOpen || isAdmin(readSession()) ? children : <Navigate to={signInPath} replace />;
}

/** Lets in moderators, too. */
export function ModeratorGuard({ children }: { children: ReactNode }) {
  useLocation();
  return isModerator(readSession()) ? children : <Navigate to={signInPath} replace />;
}
