import { Menu } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { ActiveBannerLine } from '@/dashboard-kit/storm-mode/active-banner.js';
import { allows, useSession } from '@/components/session/session.js';
import { IconButton } from '@/ui/button.js';
import { SignOutDialog } from '@/components/session/sign-out-dialog.js';
import { useMediaQuery } from '@/ui/media-query.js';
import { MenuPanel } from '../menu-panel.js';
import { SkipLink } from '../skip-link.js';
import { PaletteButton, StormModeButton } from './command-palette/palette-button.js';
import { useCommandPalette } from './command-palette/use-command-palette.js';
import { RedirectNotice } from './role-redirect.js';
import { Brand, Sidebar } from './sidebar.js';

/** `children` replace the routed screen. */
export function DashboardLayout({ children }: { children?: ReactNode }) {
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [signingOut, setSigningOut] = useState(false);
  const closeDrawer = useCallback(() => setDrawerOpen(false), []);
  const hasSidebar = useMediaQuery('(width >= 48rem)');
  if (drawerOpen && hasSidebar) setDrawerOpen(false);

  function confirmSignOut() {
    setDrawerOpen(false);
    setSigningOut(true);
  }

  const { openPalette, openStormMode, opened } = useCommandPalette(confirmSignOut);
  const session = useSession();
  const maySetStormBanner = allows(session, 'storm');

  return (
    <div className="min-h-dvh md:pl-[260px]">
      <SkipLink />
      <aside className="fixed inset-y-0 left-0 hidden w-[260px] flex-col border-r border-line bg-surface md:flex">
        <div className="px-6 pt-4 pb-3">
          <Brand />
        </div>
        <div className="flex items-center gap-1 px-2.5 pb-3">
          <PaletteButton onClick={openPalette} />
          {maySetStormBanner && <StormModeButton onClick={openStormMode} />}
        </div>
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
          <Sidebar onSignOut={confirmSignOut} />
        </div>
      </aside>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-1 bg-surface px-2 shadow-card md:hidden">
        <IconButton
          label="Open menu"
          aria-haspopup="dialog"
          aria-expanded={drawerOpen}
          onClick={() => setDrawerOpen(true)}
        >
          <Menu aria-hidden="true" size={24} />
        </IconButton>
        <div className="mr-auto min-w-0">
          <Brand />
        </div>
        <PaletteButton small onClick={openPalette} />
        {maySetStormBanner && <StormModeButton onClick={openStormMode} />}
      </header>
      <MenuPanel
        open={drawerOpen}
        onClose={closeDrawer}
        brand={<Brand />}
        dimsPage
        className="inset-y-0 left-0 w-[280px] overscroll-contain transition-transform duration-200 ease-out starting:-translate-x-full"
        topClassName="gap-2 py-2.5 pr-4 pl-6"
      >
        <Sidebar onSignOut={confirmSignOut} onFollow={closeDrawer} />
      </MenuPanel>
      {maySetStormBanner && !children && <ActiveBannerLine />}
      <main id="content" tabIndex={-1} className="mx-auto max-w-[1240px] px-4 pt-6 pb-16 md:px-8 md:pt-8">
        <RedirectNotice session={session} />
        {children || <Outlet />}
      </main>
      {opened}
      <SignOutDialog open={signingOut} onClose={() => setSigningOut(false)} />
    </div>
  );
}
