/** Every address that is a page, with what search engines and shared links show of it. The web's router has the same list. */

/** What a document carries, so that its first paint needs no second round trip. */
export type Embedded = 'home' | 'weather' | 'alerts';

export interface Page {
  title: string;
  description: string;
  embeds: readonly Embedded[];
  /** The dashboard is nobody's search result. */
  hidden?: true;
}

/** A page whose content is one thing of many. */
export interface Detail {
  kind: 'post' | 'snapshot' | 'alert' | 'warning';
  id: string;
}

export interface Match {
  page: Page;
  /** Path and, for a detail, the query that belongs to it. */
  canonical: string;
  detail?: Detail;
  found: boolean;
}

export const siteName = 'Arkansas Weather';

const everywhere: readonly Embedded[] = ['home', 'alerts'];
const withWeather: readonly Embedded[] = ['home', 'weather', 'alerts'];

const publicPages: Record<string, Page> = {
  '/': {
    title: siteName,
    description: 'Current conditions, forecasts, live alerts and weather photos from across Arkansas.',
    embeds: withWeather,
  },
  '/about': {
    title: 'About',
    description: 'Who we are, our mission and the team that watches the weather over Arkansas.',
    embeds: everywhere,
  },
  '/weather': {
    title: 'Weather',
    description: 'The weather in Arkansas right now, place by place.',
    embeds: withWeather,
  },
  '/forecast': {
    title: '7-Day Weather Forecast',
    description: 'The seven-day forecast and the weather map for any place in Arkansas.',
    embeds: everywhere,
  },
  '/alert': {
    title: 'Notification Alerts',
    description: 'Active watches and warnings for Arkansas, and how to get them on your phone.',
    embeds: everywhere,
  },
  '/contact': { title: 'Contact Us Any Time', description: 'Write to the Arkansas Weather team.', embeds: everywhere },
  '/blogs': {
    title: 'Weather Blogs',
    description: 'Stories and explanations about the weather in Arkansas.',
    embeds: everywhere,
  },
  '/blogdetail': { title: 'Blog', description: 'A story about the weather in Arkansas.', embeds: everywhere },
  '/sponsors': {
    title: 'Our sponsors',
    description: 'The companies that keep Arkansas Weather running.',
    embeds: everywhere,
  },
  '/snapshots': {
    title: 'Arkansas Snapshots',
    description: 'Weather photos from people across Arkansas. Send yours.',
    embeds: everywhere,
  },
  '/livecam': { title: 'Live Cam', description: 'Live webcams from across Arkansas.', embeds: everywhere },
  '/privacy': {
    title: 'Privacy Policy',
    description: 'What Arkansas Weather keeps about you, and for how long.',
    embeds: everywhere,
  },
  '/terms': { title: 'Terms of Use', description: 'The terms of use of Arkansas Weather.', embeds: everywhere },
};

/** One weather event, with what is known of it. */
const warningPage: Page = {
  title: 'Weather warning',
  description: 'A weather warning for Arkansas, from its first message to its end.',
  embeds: everywhere,
};

/** Pages that a link in a mail opens. Opening one never does what its button does. */
const mailPages: Record<string, Page> = Object.fromEntries(
  ['confirm', 'unsubscribe', 'preferences'].map((path): [string, Page] => [
    `/newsletter/${path}`,
    { title: 'Newsletter', description: 'Your newsletter subscription.', embeds: everywhere, hidden: true },
  ]),
);

const allPages: Record<string, Page> = { ...publicPages, ...mailPages };

/** The addresses that search engines may list. */
export const listedPaths = Object.keys(publicPages).filter((path) => path !== '/blogdetail');

const dashboardPage: Page = {
  title: 'Dashboard',
  description: 'Sign in to manage Arkansas Weather.',
  embeds: [],
  hidden: true,
};

const dashboardPaths = new Set(
  [
    '',
    '/login',
    '/forgot-password',
    '/changePassword',
    '/otp',
    '/home',
    '/header',
    '/logo',
    '/sponsor',
    '/alerts',
    '/snapshot',
    '/blog',
    '/contact',
    '/team',
    '/faq',
    '/moderate',
    '/newsletter',
    '/jobs',
    '/audit',
    '/trash',
  ].map((path) => `/dashboard${path}`),
);

const notFoundPage: Page = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  embeds: everywhere,
  hidden: true,
};

/** The document of an address that is no page, and of a detail that does not exist. */
export const notFound: Match = { page: notFoundPage, canonical: '/', found: false };

function detailOf(path: string, id: string | null): Detail | undefined {
  if (!id) return undefined;
  if (path === '/blogdetail') return { kind: 'post', id };
  if (path === '/snapshots') return { kind: 'snapshot', id };
  return undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The page of a message, by its identifier, or of an event, by its key. */
function alertMatch(kind: 'alert' | 'warning', name: string): Match {
  const id = decoded(name);
  if (id === undefined || id.length > 300) return notFound;
  const page = kind === 'alert' ? publicPages['/alert']! : warningPage;
  return { page, canonical: `/${kind}/${encodeURIComponent(id)}`, detail: { kind, id }, found: true };
}

/** The page at an address. Queries that mean nothing to a page are ignored. */
export function matchPage(pathname: string, query: URLSearchParams): Match {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const [, kind, name] = /^\/(alert|warning)\/([^/]{1,900})$/.exec(path) ?? [];
  if (name !== undefined) return alertMatch(kind === 'alert' ? 'alert' : 'warning', name);
  if (dashboardPaths.has(path) || path === '/moderate') return { page: dashboardPage, canonical: path, found: true };
  const page = Object.hasOwn(allPages, path) ? allPages[path] : undefined;
  if (!page) return notFound;
  const detail = detailOf(path, query.get('id'));
  const canonical = detail ? `${path}?id=${encodeURIComponent(detail.id)}` : path;
  return { page, canonical, found: true, ...(detail && { detail }) };
}
