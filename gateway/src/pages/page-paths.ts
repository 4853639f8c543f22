/** Every page's address, with its title and description for search engines and link previews. */
import { accountPages, adminScreens, moderatorScreens } from '@site/domain/dashboard-pages';
import { slugPattern } from '@site/domain/content/slug';
import { firstPageOf, type FixedRoute, type PublicRoute } from '@site/domain/public-pages';
import type { TextProductKind } from '@site/domain/weather/text-products';
import { counties, type County } from '@site/regions/counties';
import { offices } from '@site/regions/offices';
import { siteName, stateName } from '@site/regions/state';

const postsPage = firstPageOf('/main/post');
const snapshotsPage = firstPageOf('/main/snapshots');

/** Data embedded in a document, so that its first paint needs no second round trip. */
export type Embedded =
  'home' | 'alerts' | 'outlook' | 'radar' | EmbeddedForecast | EmbeddedList | EmbeddedRefreshed | EmbeddedText;
/** Today at the home page's default place, the week there and at the forecast page's, and the week in a county. */
export type EmbeddedForecast = 'weather' | 'week' | 'forecast-week' | 'county-weather';
/** Precomputed responses, embedded under their address, like all others below. */
export type EmbeddedList = '/main/faqs' | '/main/teams' | '/main/keys' | typeof postsPage | typeof snapshotsPage;
/** Data that the gateway refreshes ahead. */
export type EmbeddedRefreshed =
  | '/main/weather/outlook'
  | '/main/weather/reports'
  | '/main/weather/rivers'
  | '/main/weather/radar'
  | '/main/notifications/delivery'
  | '/main/social/posts';
/** A text of a forecast office, fetched for the document. */
export type EmbeddedText = `/main/weather/products/${string}/${TextProductKind}`;

export interface Page {
  title: string;
  description: string;
  embeds: readonly Embedded[];
  /** Hides the dashboard from search engines. */
  hidden?: true;
  /** The address may hold a token, which must not leak through the page's requests. The page posts its form to it. */
  hasToken?: true;
}

/** A page about one of many items. */
export interface Detail {
  kind: 'post' | 'snapshot' | 'alert' | 'warning';
  id: string;
}

export interface Match {
  page: Page;
  /** The path and, for a detail, its query. */
  canonical: string;
  detail?: Detail;
  county?: County;
  /** Absent for the dashboard and unknown addresses. */
  route?: PublicRoute;
  found: boolean;
}

const everywhere: readonly Embedded[] = ['home', 'alerts'];
const storm: readonly EmbeddedRefreshed[] = ['/main/weather/outlook', '/main/weather/reports', '/main/weather/rivers'];

const page = (title: string, description: string, embeds = everywhere): Page => ({ title, description, embeds });
const hidden = (visiblePage: Page): Page => ({ ...visiblePage, hidden: true });

/** Opened by a link in a mail. Opening it never performs its button's action. */
const mailPage: Page = { ...hidden(page('Newsletter', 'Your newsletter subscription.')), hasToken: true };

const publicPages: Record<FixedRoute, Page> = {
  '/': page(siteName, `Current conditions, forecasts, live alerts and weather photos from across ${stateName}.`, [
    'home',
    'weather',
    'alerts',
    'outlook',
    'radar',
    '/main/social/posts',
  ]),
  '/about': page('About', `Who we are, our mission and the team that watches the weather over ${stateName}.`, [
    ...everywhere,
    '/main/teams',
  ]),
  '/weather': page('Weather', `The weather in ${stateName} right now, place by place.`, [...everywhere, 'week']),
  '/forecast': page(
    '7-Day Weather Forecast',
    `The seven-day forecast and the weather map for any place in ${stateName}.`,
    [...everywhere, 'forecast-week', '/main/keys'],
  ),
  '/hourly': page(
    '48 hours, hour by hour',
    `Temperature, rain, wind and gusts for the next 48 hours at any place in ${stateName}.`,
    [...everywhere, 'week'],
  ),
  '/map': page(
    'Weather map and radar',
    `The radar over ${stateName}, with warnings, storm outlook, storm reports and rivers.`,
    [...everywhere, ...storm, '/main/weather/radar', '/main/keys'],
  ),
  '/county': page(`Counties of ${stateName}`, 'Warnings, weather, storm outlook and rivers, county by county.'),
  '/alert': page(
    'Notification Alerts',
    `Active watches and warnings for ${stateName}, and how to get them on your phone.`,
    [...everywhere, '/main/faqs'],
  ),
  '/delivery': page(
    'How fast our warnings are',
    'How long our warnings take from the weather service to you, measured on every one of them.',
    [...everywhere, '/main/notifications/delivery'],
  ),
  '/contact': page('Contact Us Any Time', `Write to the ${siteName} team.`),
  '/blogs': page('Home Blog Post', `Stories and explanations about the weather in ${stateName}.`, [
    ...everywhere,
    postsPage,
  ]),
  // Hidden without a post, and as a preview, whose secret follows a # and never reaches the gateway.
  '/blogdetail': hidden(page('Blog', `A story about the weather in ${stateName}.`)),
  '/sponsors': page('Our sponsors', `The companies that keep ${siteName} running.`),
  '/snapshots': page(`${stateName} Snapshots`, `Weather photos from people across ${stateName}. Send yours.`, [
    ...everywhere,
    snapshotsPage,
  ]),
  '/livecam': page('Live Cam', `Live webcams from across ${stateName}.`),
  '/privacy': page('Privacy Policy', `What ${siteName} keeps about you, and for how long.`),
  '/terms': page('Terms of Use', `The terms of use of ${siteName}.`),
  '/newsletter/confirm': mailPage,
  '/newsletter/unsubscribe': mailPage,
  '/newsletter/preferences': mailPage,
};
const fixedRoutes = Object.keys(publicPages) as FixedRoute[];
const isFixedRoute = (path: string): path is FixedRoute => Object.hasOwn(publicPages, path);

export const titleOfPath = (path: string): string => (isFixedRoute(path) ? publicPages[path].title : '');

export const addressOfCounty = ({ slug }: County): string => `/county/${slug}`;

const countyPages = new Map(
  counties.map((county) => [
    addressOfCounty(county),
    {
      county,
      page: page(
        `${county.name} weather`,
        `Warnings, the weather now and this week, storm outlook, storm reports and rivers in ${county.name}, ${stateName}.`,
        // A document that is too large omits the last of these first.
        ['alerts', 'home', 'radar', 'county-weather', ...storm],
      ),
    },
  ]),
);

const discussionPages = new Map(
  offices.map(({ id, town }) => [
    `/discussion/${id}`,
    page(
      `Forecast discussion, ${town}`,
      `What National Weather Service forecasters in ${town} write: hazardous weather outlook and forecast discussion.`,
      [...everywhere, `/main/weather/products/${id}/hazards`, `/main/weather/products/${id}/discussion`],
    ),
  ]),
);

const postPage = page('Blog', `A story about the weather in ${stateName}.`);

/** Returns a post's path, by its slug, or by its id if it has none. */
export const addressOfPost = ({ id, slug }: { id: string; slug: string }): string =>
  slug ? `/blog/${slug}` : `/blogdetail?id=${encodeURIComponent(id)}`;

const warningPage = page('Weather warning', `A weather warning for ${stateName}, from its first message to its end.`, [
  ...everywhere,
  'radar',
]);

export const listedPaths: readonly string[] = [
  ...fixedRoutes.filter((path) => !publicPages[path].hidden),
  ...countyPages.keys(),
  ...discussionPages.keys(),
];

const dashboardPage = hidden(page('Dashboard', `Sign in to manage ${siteName}.`, []));

const dashboardPaths = new Set([
  '/moderate',
  '/dashboard',
  ...[...accountPages, ...adminScreens].map((name) => `/dashboard/${name}`),
  ...moderatorScreens.map((name) => `/moderate/${name}`),
]);

/** Addresses of all pages that aren't about a single post, alert or warning. */
export const pagePaths: readonly string[] = [...new Set([...listedPaths, ...fixedRoutes, ...dashboardPaths])];

const notFoundPage = hidden(page('Page not found', 'There is no page at this address.'));

/** The document for an address without a page, or for a detail that doesn't exist. */
export const notFound: Match = { page: notFoundPage, canonical: '/', found: false };

/** Pages whose content depends on the query parameter `id`, with its type. nginx passes `id` on only for these. */
export const detailPages: Readonly<Record<string, Detail['kind']>> = {
  '/blogdetail': 'post',
  '/snapshots': 'snapshot',
};

function detailOf(path: string, id: string | null): Detail | undefined {
  const kind = Object.hasOwn(detailPages, path) ? detailPages[path] : undefined;
  return id && kind ? { kind, id } : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function alertMatch(kind: 'alert' | 'warning', name: string): Match {
  const id = decoded(name);
  if (id === undefined || id.length > 300) return notFound;
  const about = kind === 'alert' ? publicPages['/alert'] : warningPage;
  const route = kind === 'alert' ? '/alert/:alertId' : '/warning/:eventKey';
  // A known message redirects to its event, so all others share a document.
  const canonical = kind === 'alert' ? '/alert/unknown' : `/warning/${encodeURIComponent(id)}`;
  return { page: about, canonical, route, detail: { kind, id }, found: true };
}

/** Matches the page of a county or an office, ignoring case. */
function placeMatch(kind: 'county' | 'discussion', name: string): Match {
  if (kind === 'county') {
    const canonical = `/county/${name.toLowerCase()}`;
    const countyPage = countyPages.get(canonical);
    return countyPage ? { ...countyPage, canonical, route: '/county/:county', found: true } : notFound;
  }
  const canonical = `/discussion/${name.toUpperCase()}`;
  const discussionPage = discussionPages.get(canonical);
  return discussionPage ? { page: discussionPage, canonical, route: '/discussion/:office', found: true } : notFound;
}

const postMatch = (slug: string): Match =>
  slugPattern.test(slug)
    ? {
        page: postPage,
        canonical: `/blog/${slug}`,
        route: '/blog/:slug',
        detail: { kind: 'post', id: slug },
        found: true,
      }
    : notFound;

/** Returns the page at an address. Irrelevant queries are ignored. */
export function matchPage(pathname: string, query: URLSearchParams): Match {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const [, kind, name] = /^\/(alert|warning)\/([^/]{1,900})$/.exec(path) ?? [];
  if (name !== undefined) return alertMatch(kind === 'alert' ? 'alert' : 'warning', name);
  const [, place, placeName] = /^\/(county|discussion)\/([A-Za-z-]{1,40})$/.exec(path) ?? [];
  if (placeName !== undefined) return placeMatch(place === 'county' ? 'county' : 'discussion', placeName);
  const [, slug] = /^\/blog\/([^/]{1,100})$/.exec(path) ?? [];
  if (slug !== undefined) return postMatch(slug);
  if (dashboardPaths.has(path)) return { page: dashboardPage, canonical: path, found: true };
  if (!isFixedRoute(path)) return notFound;
  const detail = detailOf(path, query.get('id'));
  const canonical = detail ? `${path}?id=${encodeURIComponent(detail.id)}` : path;
  const matchedPage = detail?.kind === 'post' ? postPage : publicPages[path];
  return { page: matchedPage, canonical, route: path, found: true, ...(detail && { detail }) };
}
