import { Camera, KeyRound, LogOut, Mail, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Link, NavLink, Outlet } from 'react-router-dom';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { ThemeToggle } from '@/ui/theme-toggle.js';
import * as screenNames from '@/strings/screen-names.js';
import * as strings from '@/strings/public-strings.js';
import { iconOf } from '@/dashboard-kit/kind-icon.js';
import { changePasswordPath, useSession } from '@/components/session/session.js';
import { SignOutDialog } from '@/components/session/sign-out-dialog.js';
import { SkipLink } from '../skip-link.js';
import { PaletteButton } from './command-palette/palette-button.js';
import { useCommandPalette } from './command-palette/use-command-palette.js';
import { RedirectNotice } from './role-redirect.js';
import { accountScreens } from './screens.js';
import { Brand } from './sidebar.js';

/** Its two screens need no sidebar. */
export function ModeratorLayout() {
  const session = useSession();
  const [signingOut, setSigningOut] = useState(false);
  const { openPalette, opened } = useCommandPalette(() => setSigningOut(true));
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="sticky top-0 z-30 bg-surface shadow-card">
        <div className="container-page flex h-16 items-center gap-1">
          <div className="mr-auto min-w-0">
            <Brand />
          </div>
          <p className="mr-2 hidden max-w-64 truncate text-ink-soft md:block" title={session?.name}>
            {session?.name}
          </p>
          <PaletteButton small onClick={openPalette} />
          <ThemeToggle />
          <Link
            to={changePasswordPath}
            aria-label={strings.changePassword}
            title={strings.changePassword}
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors duration-150 hover:bg-surface-raised"
          >
            <KeyRound aria-hidden="true" size={20} />
          </Link>
          <Button tone="quiet" size="small" className="min-h-11" onClick={() => setSigningOut(true)}>
            <LogOut aria-hidden="true" size={18} />
            <span className="sr-only sm:not-sr-only">{strings.signOut}</span>
          </Button>
        </div>
        <nav aria-label="Moderation" className="container-page flex gap-1 overflow-x-auto pb-2">
          <Section to="/moderate" Icon={Camera}>
            {screenNames.snapshots}
          </Section>
          <Section to="/moderate/messages" Icon={Mail}>
            {strings.contactUs}
          </Section>
          {accountScreens.map(({ path, label }) => (
            <Section key={path} to={`/moderate/${path}`} Icon={iconOf(path)}>
              {label}
            </Section>
          ))}
        </nav>
      </header>
      <main id="content" tabIndex={-1} className="container-page pt-6 pb-16 md:pt-10">
        <RedirectNotice session={session} />
        <Outlet />
      </main>
      {opened}
      <SignOutDialog open={signingOut} onClose={() => setSigningOut(false)} />
    </div>
  );
}

function Section({ to, Icon, children }: { to: string; Icon: LucideIcon; children: string }) {
  return (
    <NavLink
      to={to}
      end
      className={({ isActive }) =>
        classNames(
          'flex min-h-11 items-center gap-1.5 rounded-full px-3 font-medium sm:gap-2 sm:px-4 whitespace-nowrap transition-colors duration-150',
          isActive ? 'bg-sky font-semibold text-on-sky' : 'hover:bg-surface-raised',
        )
      }
    >
      <Icon aria-hidden="true" size={18} className="shrink-0" />
      {children}
    </NavLink>
  );
}
