import { KeyRound } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { readToken } from '../api/api.js';
import { strings } from '../strings.js';
import { ButtonLink } from '../ui/button.js';
import { AdminPage } from './admin-page.js';

interface TokenNeededProps {
  /** Of a screen whose title is among the children: it stands there in any case. */
  title?: string;
  children: ReactNode;
}

/**
 * Shows its children, which call the server, to whoever has a session's token. Once they are shown they stay: a session that
 * ends meanwhile must not take what was typed with it.
 */
export function TokenNeeded({ title, children }: TokenNeededProps) {
  const [hasToken, setHasToken] = useState(() => readToken() !== undefined);
  useEffect(() => {
    if (hasToken) return;
    // Another tab has signed in.
    const look = () => setHasToken(readToken() !== undefined);
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, [hasToken]);
  if (hasToken) return children;
  const notice = (
    <div role="alert" className="card flex flex-col items-center px-6 py-16 text-center">
      <KeyRound aria-hidden="true" size={40} className="text-ink-soft" />
      <p className="mt-4 text-lg font-semibold">{strings.noToken}</p>
      <ButtonLink to="/dashboard/login" tone="secondary" className="mt-6">
        Sign In
      </ButtonLink>
    </div>
  );
  return title === undefined ? notice : <AdminPage title={title}>{notice}</AdminPage>;
}
