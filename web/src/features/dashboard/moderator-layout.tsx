import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { Button } from '../../components/button.js';
import { ThemeToggle } from '../../components/layout/theme-toggle.js';
import { strings } from '../../strings.js';
import { useSession } from '../session/session.js';
import { SignOutDialog } from '../session/sign-out-dialog.js';
import { NewPageTop } from './new-page-top.js';
import { Brand } from './sidebar.js';
import { SkipLink } from './skip-link.js';

/** The frame of /moderate: no sidebar, because there is nothing else to go to. */
export function ModeratorLayout() {
  const session = useSession();
  const [signingOut, setSigningOut] = useState(false);
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="sticky top-0 z-30 bg-surface shadow-card">
        <div className="container-page flex h-16 items-center gap-1">
          <div className="mr-auto min-w-0">
            <Brand />
          </div>
          <p className="mr-2 hidden truncate text-ink-soft md:block">{session?.name}</p>
          <ThemeToggle />
          <Button tone="quiet" size="small" className="min-h-11" onClick={() => setSigningOut(true)}>
            <LogOut aria-hidden="true" size={18} />
            {strings.signOut}
          </Button>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="container-page pt-6 pb-16 md:pt-10">
        <Outlet />
      </main>
      <SignOutDialog open={signingOut} onClose={() => setSigningOut(false)} />
      <NewPageTop />
    </div>
  );
}
