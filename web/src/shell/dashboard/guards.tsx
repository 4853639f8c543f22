import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { isAdmin, isModerator, readSession, signInPath } from '../../domain/session/session.js';

/**
 * Guards only decide what is shown; the server checks every call. They read the session at each navigation and do not watch
 * it: when another tab signs out, what is being typed here stays until the person has signed in again.
 */

interface AdminGuardProps {
  /** Paths that are open to everybody. There is one guard for all paths so that the frame stays between them. */
  except?: readonly string[];
  children: ReactNode;
}

/** Lets in whoever the stored session calls an admin; everybody else has to sign in first. */
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
