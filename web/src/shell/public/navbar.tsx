import { Menu, Search } from 'lucide-react';
import { lazy, useRef, useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { NAVBAR_CHANGE_AFTER } from '@/constants/display-constants.js';
import * as strings from '@/strings/public-strings.js';
import { ButtonLink, IconButton } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { LazySection } from '@/ui/lazy-section.js';
import { useSiteContent } from '@/components/content/site-content.js';
import { NavMenu } from './nav-menu.js';
import { morePages, navigation, type NavigationItem } from './navigation.js';
import { OfflineNotice } from './offline-notice.js';
import { useScrolledPast } from './scroll-position.js';
import { LinkTo } from './link-to.js';
import { ShopLink } from './shop-link.js';
import { SiteLogo } from './site-logo.js';
import { ThemeToggle } from '@/ui/theme-toggle.js';

const MobileMenu = lazy(() => import('./mobile-menu.js').then((module) => ({ default: module.MobileMenu })));

const PlaceFinder = lazy(() => import('./place-finder.js').then((module) => ({ default: module.PlaceFinder })));

/** The site's bar with logo, links, and a menu button on small screens. Sticks to the top. */
export function Navbar() {
  const { data } = useSiteContent();
  const [menuOpen, setMenuOpen] = useState(false);
  const [isMenuMounted, setIsMenuMounted] = useState(false);
  const [finding, setFinding] = useState(false);
  const finderButton = useRef<HTMLButtonElement>(null);
  const stuck = useScrolledPast(NAVBAR_CHANGE_AFTER);
  const shopUrl = data?.site.shop_url;
  return (
    <header
      data-stuck={stuck || undefined}
      className={classNames(
        'sticky top-0 z-40 transition-shadow duration-200',
        stuck ? 'bg-surface/90 shadow-card backdrop-blur-md' : 'bg-surface',
      )}
    >
      {/* Container queries, because large text needs the small bar in wide windows, too. */}
      <div className="@container container-page">
        {/* In pixels: sticky, so it must not take more of the window with larger text. */}
        <div className="flex min-h-[64px] flex-wrap items-center gap-x-[8px] @min-[61rem]:gap-x-4 @min-[61rem]:flex-nowrap">
          <div className="min-w-0 flex-[1_1_112px]">
            <Link
              to="/"
              className="inline-flex max-w-full items-center rounded-sm align-middle"
              aria-label={`${strings.siteName}, home page`}
            >
              <SiteLogo />
            </Link>
          </div>
          <nav aria-label="Main" className="hidden items-center gap-1 @min-[61rem]:flex">
            {navigation.map((item) => (
              <BarItem key={item.path} item={item} />
            ))}
            {shopUrl && <ShopLink url={shopUrl} className={barClassName} />}
            <NavMenu label="More" links={morePages} />
          </nav>
          <div className="needs-script ml-auto flex items-center">
            <IconButton
              ref={finderButton}
              label="Find a place"
              aria-expanded={finding}
              onClick={() => setFinding(!finding)}
              className="@min-[72rem]:w-auto @min-[72rem]:gap-2 @min-[72rem]:px-4 @min-[72rem]:ring-1 @min-[72rem]:ring-edge @min-[72rem]:ring-inset"
            >
              <Search aria-hidden="true" size={20} />
              <span aria-hidden="true" className="hidden font-medium @min-[72rem]:inline">
                Find a place
              </span>
            </IconButton>
            <ThemeToggle />
            <IconButton
              label="Open menu"
              aria-haspopup="dialog"
              aria-expanded={menuOpen}
              className="-mr-2 @min-[61rem]:hidden"
              onPointerEnter={() => setIsMenuMounted(true)}
              onClick={() => {
                setIsMenuMounted(true);
                setMenuOpen(true);
              }}
            >
              <Menu aria-hidden="true" size={24} />
            </IconButton>
          </div>
          <noscript>
            <MenuWithoutScripts shopUrl={shopUrl} />
          </noscript>
        </div>
      </div>
      {finding && (
        <LazySection waiting={<div className="h-15" />} missing={<FinderMissing />}>
          <PlaceFinder
            onClose={() => {
              setFinding(false);
              finderButton.current?.focus();
            }}
          />
        </LazySection>
      )}
      <OfflineNotice />
      {isMenuMounted && (
        <LazySection missing={menuOpen && <PlainMenu />}>
          <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} shopUrl={shopUrl} />
        </LazySection>
      )}
    </header>
  );
}

const barClassName = 'rounded-full px-3.5 py-2 font-medium transition-colors duration-150 hover:bg-surface-raised';

function BarItem({ item: { label, path, prominent, inside } }: { item: NavigationItem }) {
  if (prominent)
    return (
      <ButtonLink to={path} size="small" className="mx-1.5 min-h-10">
        {label}
      </ButtonLink>
    );
  const link = (
    <NavLink
      to={path}
      end={path === '/'}
      className={({ isActive }) =>
        classNames(barClassName, isActive ? 'text-sky-strong underline decoration-2 underline-offset-8' : 'text-ink')
      }
    >
      {label}
    </NavLink>
  );
  return inside ? (
    <NavMenu label={label} links={inside}>
      {link}
    </NavMenu>
  ) : (
    link
  );
}

/** Fallback if the search fails to load: the weather page has one. */
function FinderMissing() {
  return (
    <p role="status" className="container-page pb-4">
      The search didn't load.{' '}
      <a className="text-link" href="/weather">
        Search on the weather page
      </a>
    </p>
  );
}

/** Opens a list of all pages below the bar. */
function MenuWithoutScripts({ shopUrl }: { shopUrl: string | undefined }) {
  const links = [...navigation, ...navigation.flatMap(({ inside = [] }) => inside.slice(1)), ...morePages];
  return (
    <details>
      <summary className="-mr-2 inline-flex min-h-11 list-none items-center gap-2 rounded-full px-3 font-medium hover:bg-surface-raised [&::-webkit-details-marker]:hidden">
        <Menu aria-hidden="true" size={24} />
        Menu
      </summary>
      <nav
        aria-label="All pages"
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-7rem)] overflow-y-auto border-t border-line bg-surface pt-2 pb-4 shadow-card"
      >
        <ul className="container-page grid grid-cols-[repeat(auto-fit,minmax(max(7.5rem,34%),1fr))] gap-x-6 md:grid-cols-4">
          {links.map((link) => (
            <li key={link.path}>
              <LinkTo link={link} className="flex min-h-11 items-center font-medium" />
            </li>
          ))}
          {shopUrl && (
            <li>
              <ShopLink url={shopUrl} className="flex min-h-11 items-center font-medium" />
            </li>
          )}
        </ul>
      </nav>
    </details>
  );
}

/** Fallback with the links if the menu fails to load. */
function PlainMenu() {
  return (
    <nav aria-label="Main" className="container-page flex flex-wrap gap-x-5 gap-y-1 pb-4">
      {navigation.map(({ label, path }) => (
        <Link key={path} to={path} className="py-2 font-medium">
          {label}
        </Link>
      ))}
    </nav>
  );
}
