/** Frame of a dashboard screen: title, note, main action and content. */
import { KeyRound } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import * as strings from '../strings/public-strings.js';
import { readToken } from '../api/api.js';
import { ButtonLink } from '../ui/button.js';
import { PageTitle } from '../ui/pages/page-title.js';

interface AdminPageProps {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  /** Links to the other screens of the same subject. */
  tabs?: ReactNode;
  children: ReactNode;
}

export function AdminPage({ title, note, action, tabs, children }: AdminPageProps) {
  return (
    <>
      <div className="mb-6 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <PageTitle title={title} className="text-2xl" />
          {note && <div className="mt-1 wrap-anywhere text-ink-soft">{note}</div>}
        </div>
        {action}
      </div>
      {tabs}
      {children}
    </>
  );
}

interface TokenNeededProps {
  /** Shown when the children, which include it, aren't. */
  title?: string;
  children: ReactNode;
}

/** Shows children that need a session token. Once shown, they stay: an expired session must not discard typed text. */
export function TokenNeeded({ title, children }: TokenNeededProps) {
  const [hasToken, setHasToken] = useState(() => readToken() !== undefined);
  useEffect(() => {
    if (hasToken) return;
    // Another tab signed in.
    const syncToken = () => setHasToken(readToken() !== undefined);
    window.addEventListener('storage', syncToken);
    return () => window.removeEventListener('storage', syncToken);
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
