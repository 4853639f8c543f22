/** The Spanish pages that mirror pages of the English site. They don't reload themselves; those at /es/now do. */
import { alertsIn, type NowAlerts, type NowConditions } from '../now/now-data.js';
import { spanishCounty } from '@site/domain/weather/coded-spanish';
import { counties, type County } from '@site/state/counties';
import { officialName, officialPage } from '@site/state/state';
import type { FoundPlace } from '@site/proto/weather/v1/places.answers';
import { escapeHtml } from '../html.js';
import { onlyNameHtml, spanish } from '../now/language.js';
import { alertsHtml, details, lookOf, type Detail } from '../now/now-alerts-html.js';
import { conditionsHtml, forecastAge } from '../now/now-conditions-html.js';
import {
  checked,
  fitting,
  frame,
  madeAt,
  noAlerts,
  sources,
  stateFeed,
  unavailable,
  type PageOptions,
} from '../now/now-frame.js';
import { countyPage, listPage } from '../now/now-html.js';
import type { Known } from '../now/now-pages.js';
import { daysHtml, hoursHtml, nextHoursHtml, weekHtml } from './forecast-html.js';
import { siteMessages as said } from './site-messages.js';

const { messages } = spanish;
const feed = () => stateFeed(spanish);
const hoursShown = 8;

const toEnglish = (path: string, words: string) => `<a href="${path}" hreflang="en">${words}</a>`;
const foot = (options: PageOptions) => madeAt(options, '/now') + sources(spanish);

const searchForm = (query = '') =>
  `<form action="/es/search" role="search"><label for="q">${said.searchLabel}</label>` +
  `<input id="q" name="q" type="search" required maxlength="100" value="${escapeHtml(query)}"><button>${said.search}</button></form>`;

function countyForm(path: string, chosen: County | undefined, otherwise: string): string {
  const options = counties.map(
    ({ slug, name }) =>
      `<option value="${slug}"${slug === chosen?.slug ? ' selected' : ''}>${name.replace(/ County$/, '')}`,
  );
  return (
    `<form action="${path}"><label for="c">${said.chooseCounty}</label><select id="c" name="county">` +
    `<option value="">${said.defaultPlace(escapeHtml(otherwise))}${options.join('')}</select><button>${said.show}</button></form>`
  );
}

/** Fewer cards, with less English text, than on the page of all alerts, so that the weather isn't far below. */
const homeDetails: readonly Detail[] = [
  { cards: 3, lines: 12, field: 60, named: 8, instruction: 400 },
  { cards: 3, lines: 8, field: 30, named: 3, instruction: 200 },
  { cards: 2, lines: 6, field: 0, named: 0, instruction: 200 },
  { cards: 1, lines: 0, field: 0, named: 0, instruction: 200 },
];
const ofState = (each: Detail): Detail => ({ ...each, isOfState: true });

export function homePage({ alerts, conditions }: Known, options: PageOptions): string {
  const weather =
    `<h2>${messages.currentConditions}</h2>${conditionsHtml(conditions, options)}` +
    `${nextHoursHtml(conditions, options, hoursShown)}<p><a href="/es/hourly">${said.allHours}</a></p>` +
    `${weekHtml(conditions, options)}<p><a href="/es/forecast">${said.allDays}</a></p>` +
    `<h2>${said.getAlerts}</h2><p>${said.getAlertsHere} ${toEnglish('/alert', said.getAlertsLink)}</p>` +
    `<p><a href="/es/alert#formas">${said.officialWays}</a></p>` +
    `<h2>${said.rest}</h2><p>${said.restIsEnglish} ${toEnglish('/map', said.map)}, ${toEnglish('/blogs', said.blog)}, ${toEnglish('/', said.englishSite)}</p>`;
  return fitting(homeDetails.map(ofState), (detail) =>
    frame(
      {
        title: said.home,
        description: said.homeDescription,
        path: '/',
        isListed: true,
        feed: feed(),
        body:
          `<h1>${said.home}</h1><h2>${said.alertsNow}</h2>${alertsHtml(undefined, alerts, options, detail)}` +
          `<p><a href="/es/alert">${said.allAlertsInSpanish}</a> · <a href="/es/county">${said.alertsByCounty}</a></p>` +
          `<h2>${said.findPlace}</h2>${searchForm()}<p><a href="/es/county">${said.countyList}</a></p>${weather}`,
        foot: foot(options),
      },
      options,
    ),
  );
}

const officialWays = () =>
  `<h2 id="formas">${said.officialWays}</h2><ul><li>${said.textOnly} <a href="/es/now">${said.textOnlyLink}</a>.</li>` +
  `<li>${said.wireless}</li><li>${said.radio} <a href="https://www.weather.gov/nwr/" hreflang="en">weather.gov/nwr</a>.</li>` +
  `<li>${said.office} <a href="${officialPage}" hreflang="en">${officialName}</a>.</li></ul>`;

export const alertsPage = ({ alerts }: Known, options: PageOptions): string =>
  fitting(details.map(ofState), (detail) =>
    frame(
      {
        title: said.alertsTitle,
        description: said.alertsDescription,
        path: '/alert',
        isListed: true,
        feed: feed(),
        body:
          `<h1>${said.alertsTitle}</h1><h2>${said.alertsNow}</h2>${alertsHtml(undefined, alerts, options, detail)}` +
          `<p><a href="/es/county">${said.alertsByCounty}</a></p>` +
          `<h2>${said.getAlerts}</h2><p>${said.getAlertsHere} ${toEnglish('/alert', said.getAlertsLink)}</p>${officialWays()}`,
        foot: foot(options),
      },
      options,
    ),
  );

export function countySitePage(county: County, known: Known, options: PageOptions): string {
  const { conditions } = known;
  const path = `/county/${county.slug}`;
  const ofCounty = `?county=${county.slug}`;
  const name = messages.county(county.name);
  return countyPage(county, known, options, {
    path,
    title: said.countyWeather(name),
    aheadHtml:
      `${nextHoursHtml(conditions, options, hoursShown)}<p><a href="/es/hourly${ofCounty}">${said.allHours}</a></p>` +
      `${weekHtml(conditions, options)}<p><a href="/es/forecast${ofCounty}">${said.allDays}</a></p>` +
      `<p>${toEnglish(path, said.moreOfCounty(name))}</p>`,
  });
}

export const countiesPage = ({ alerts, storm }: Known, options: PageOptions): string =>
  listPage(alerts, storm, options, { path: '/county', title: said.countiesOfState });

/** Counts alerts and names the worst. States that there are none only if that is known. */
function alertsLine(known: NowAlerts, county: County | undefined, options: PageOptions): string {
  const alerts = county ? alertsIn(known, county) : known.alerts;
  const [worst] = alerts;
  const address = county ? `/es/county/${county.slug}` : '/es/alert';
  const link = `<p><a href="${address}">${said.seeAlerts}</a></p>`;
  if (!worst)
    return (
      (known.unlisted?.length ? `<div class="c">${link}</div>` : noAlerts(known.ok, spanish)) + checked(known, options)
    );
  const place = county ? messages.county(county.name) : said.wholeState;
  const doubt = known.ok ? '' : `<p>${messages.mayBeOthers}</p>${unavailable(spanish)}`;
  return (
    `<div class="${lookOf(worst)}"><p><strong>${said.alertsHere(alerts.length, place)}</strong></p>` +
    `<p>${said.mostDangerous} ${onlyNameHtml(worst.event, 80, spanish)}</p>${link}${doubt}</div>${checked(known, options)}`
  );
}

interface Ahead {
  path: '/forecast' | '/hourly';
  title: 'forecastTitle' | 'hourlyTitle';
  description: 'forecastDescription' | 'hourlyDescription';
  /** Of the units, if the values don't have any. */
  note?: 'hourlyUnits';
  write: (known: NowConditions | undefined, options: PageOptions) => string;
}
const forecast: Ahead = {
  path: '/forecast',
  title: 'forecastTitle',
  description: 'forecastDescription',
  write: daysHtml,
};
const hourly: Ahead = {
  path: '/hourly',
  title: 'hourlyTitle',
  description: 'hourlyDescription',
  note: 'hourlyUnits',
  write: hoursHtml,
};

const aheadPage =
  ({ path, title, description, note, write }: Ahead) =>
  (county: County | undefined, { alerts, conditions }: Known, options: PageOptions): string => {
    const near = conditions?.location?.name ?? '';
    const heading = county ? said.in(said[title], messages.county(county.name)) : said[title];
    const place = !county && near ? messages.near(escapeHtml(near)) : '';
    const introduction = place + (note ? said[note] : '');
    const sample = conditions?.meta.sample ? `<p>${messages.sampleData}</p>` : '';
    const age = conditions ? forecastAge(conditions, options) : '';
    return frame(
      {
        title: heading,
        description: said[description],
        path,
        isListed: !county,
        feed: feed(),
        hasOwnWarnings: county !== undefined,
        body:
          `<h1>${heading}</h1>${alertsLine(alerts, county, options)}` +
          countyForm(`/es${path}`, county, near) +
          `${sample}${introduction && `<p class="o">${introduction}</p>`}${write(conditions, options)}<p class="o">${age}</p>`,
        foot: foot(options),
      },
      options,
    );
  };
export const forecastPage = aheadPage(forecast);
export const hourlyPage = aheadPage(hourly);

/** Returns the county named in "Conway, Faulkner County, Arkansas". */
const countyOfPlace = ({ place }: FoundPlace) => {
  const names = place.split(', ');
  return counties.find(({ name }) => names.includes(name));
};

const unknownPlace = (query: string) =>
  /^\d/.test(query) ? said.unknownZipCode : said.unknownPlace(escapeHtml(query));

/** @param places null if the search failed */
export function searchPage(query: string, places: readonly FoundPlace[] | null, options: PageOptions): string {
  const items = (places ?? []).flatMap((place) => {
    const county = countyOfPlace(place);
    if (!county) return [];
    const name =
      place.type === 'county'
        ? messages.county(county.name)
        : said.placeInCounty(escapeHtml(place.name), spanishCounty(county.name));
    return [`<li><a href="/es/county/${county.slug}">${name}</a></li>`];
  });
  const list = `<ul>${items.join('')}</ul>`;
  const isUnknown = places !== null && (items.length === 0 || places.every(({ similar }) => similar));
  const sentence = places ? unknownPlace(query) : said.searchFailed;
  const message = `<div class="c" role="status"><p>${sentence}</p></div>`;
  const results =
    isUnknown || items.length === 0
      ? query && message + (items.length > 0 ? `<h2>${said.similarNames}</h2>${list}` : '')
      : `<h2>${said.found(escapeHtml(query))}</h2>${list}`;
  return frame(
    {
      title: said.findPlace,
      description: said.searchLabel,
      feed: feed(),
      body: `<h1>${said.findPlace}</h1>${searchForm(query)}${results}<p><a href="/es/county">${said.countyList}</a></p>`,
      foot: foot(options),
    },
    options,
  );
}

export const noSuchPage = (options: PageOptions): string =>
  frame(
    {
      title: said.noPage,
      description: said.noPageHere,
      feed: feed(),
      body:
        `<h1>${said.noPage}</h1><p>${said.noPageHere}</p><p><a href="/es">${said.goHome}</a> · ` +
        `<a href="/es/county">${said.countyList}</a></p>${searchForm()}`,
      foot: foot(options),
    },
    options,
  );
