/** The Spanish pages that mirror pages of the English site. They don't reload themselves; those at /es/now do. */
import { alertsIn, isForAll, type NowAlerts, type NowConditions } from '../now/now-data.js';
import { spanishCounty } from '@site/domain/weather/coded-spanish';
import { counties, type County } from '@site/regions/counties';
import { officialName, officialPage } from '@site/regions/state';
import type { FoundPlace } from '@site/proto/weather/v1/places.responses';
import { escapeHtml } from '../html.js';
import { onlyNameHtml, spanish } from '../now/language.js';
import { alertsHtml, details, getAlertClassName, unlistedCountHtml, type Detail } from '../now/now-alerts-html.js';
import { conditionsHtml, forecastAge } from '../now/now-conditions-html.js';
import {
  checked,
  fitting,
  frame,
  renderGeneratedAt,
  noAlerts,
  sources,
  stateFeed,
  unavailable,
  type PageOptions,
} from '../now/now-frame.js';
import { nextHourHtml } from '../now/now-storm-html.js';
import { countyPage, listPage } from '../now/now-html.js';
import type { NowPageData } from '../now/now-pages.js';
import { daysHtml, hoursHtml, nextHoursHtml, weekHtml } from './forecast-html.js';
import { siteMessages as pageMessages } from './site-messages.js';

const { messages } = spanish;
const feed = () => stateFeed(spanish);
const maxHours = 8;

const toEnglish = (path: string, label: string) => `<a href="${path}" hreflang="en">${label}</a>`;
const foot = (options: PageOptions) => renderGeneratedAt(options, '/now') + sources(spanish);

const searchForm = (query = '') =>
  `<form action="/es/search" role="search"><label for="q">${pageMessages.searchLabel}</label>` +
  `<input id="q" name="q" type="search" required maxlength="100" value="${escapeHtml(query)}"><button>${pageMessages.search}</button></form>`;

function countyForm(path: string, selected: County | undefined, otherwise: string): string {
  const options = counties.map(
    ({ slug, name }) =>
      `<option value="${slug}"${slug === selected?.slug ? ' selected' : ''}>${name.replace(/ County$/, '')}`,
  );
  return (
    `<form action="${path}"><label for="c">${pageMessages.countyLabel}</label><select id="c" name="county">` +
    `<option value="">${pageMessages.defaultPlace(escapeHtml(otherwise))}${options.join('')}</select><button>${pageMessages.show}</button></form>`
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

export function homePage({ alerts, conditions, storm }: NowPageData, options: PageOptions): string {
  const weather =
    `${nextHourHtml(storm, options)}<h2>${messages.currentConditions}</h2>${conditionsHtml(conditions, alerts.alerts.filter(isForAll), options)}` +
    `${nextHoursHtml(conditions, options, maxHours)}<p><a href="/es/hourly">${pageMessages.allHours}</a></p>` +
    `${weekHtml(conditions, options)}<p><a href="/es/forecast">${pageMessages.allDays}</a></p>${unlistedCountHtml(alerts, spanish)}` +
    `<h2>${pageMessages.getAlerts}</h2><p>${pageMessages.getAlertsHere} ${toEnglish('/alert', pageMessages.getAlertsLink)}</p>` +
    `<p><a href="/es/alert#formas">${pageMessages.officialWays}</a></p>` +
    `<h2>${pageMessages.rest}</h2><p>${pageMessages.restIsEnglish} ${toEnglish('/map', pageMessages.map)}, ${toEnglish('/blogs', pageMessages.blog)}, ${toEnglish('/', pageMessages.englishSite)}</p>`;
  return fitting(homeDetails.map(ofState), (detail) =>
    frame(
      {
        title: pageMessages.home,
        description: pageMessages.homeDescription,
        path: '/',
        isListed: true,
        feed: feed(),
        body:
          `<h1>${pageMessages.home}</h1><h2>${pageMessages.alertsNow}</h2>${alertsHtml(undefined, alerts, options, detail)}` +
          `<p><a href="/es/alert">${pageMessages.allAlertsInSpanish}</a> · <a href="/es/county">${pageMessages.alertsByCounty}</a></p>` +
          `<h2>${pageMessages.findPlace}</h2>${searchForm()}<p><a href="/es/county">${pageMessages.countyList}</a></p>${weather}`,
        foot: foot(options),
      },
      options,
    ),
  );
}

const officialWays = () =>
  `<h2 id="formas">${pageMessages.officialWays}</h2><ul><li>${pageMessages.textOnly} <a href="/es/now">${pageMessages.textOnlyLink}</a>.</li>` +
  `<li>${pageMessages.wireless}</li><li>${pageMessages.radio} <a href="https://www.weather.gov/nwr/" hreflang="en">weather.gov/nwr</a>.</li>` +
  `<li>${pageMessages.office} <a href="${officialPage}" hreflang="en">${officialName}</a>.</li></ul>`;

export const alertsPage = ({ alerts }: NowPageData, options: PageOptions): string =>
  fitting(details.map(ofState), (detail) =>
    frame(
      {
        title: pageMessages.alertsTitle,
        description: pageMessages.alertsDescription,
        path: '/alert',
        isListed: true,
        feed: feed(),
        body:
          `<h1>${pageMessages.alertsTitle}</h1><h2>${pageMessages.alertsNow}</h2>${alertsHtml(undefined, alerts, options, detail)}` +
          `<p><a href="/es/county">${pageMessages.alertsByCounty}</a></p>` +
          `<h2>${pageMessages.getAlerts}</h2><p>${pageMessages.getAlertsHere} ${toEnglish('/alert', pageMessages.getAlertsLink)}</p>` +
          officialWays() +
          unlistedCountHtml(alerts, spanish),
        foot: foot(options),
      },
      options,
    ),
  );

export function countySitePage(county: County, data: NowPageData, options: PageOptions): string {
  const { conditions } = data;
  const path = `/county/${county.slug}`;
  const ofCounty = `?county=${county.slug}`;
  const name = messages.county(county.name);
  return countyPage(county, data, options, {
    path,
    title: pageMessages.countyWeather(name),
    aheadHtml:
      `${nextHoursHtml(conditions, options, maxHours)}<p><a href="/es/hourly${ofCounty}">${pageMessages.allHours}</a></p>` +
      `${weekHtml(conditions, options)}<p><a href="/es/forecast${ofCounty}">${pageMessages.allDays}</a></p>` +
      `<p>${toEnglish(path, pageMessages.moreOfCounty(name))}</p>`,
  });
}

export const countiesPage = ({ alerts, storm }: NowPageData, options: PageOptions): string =>
  listPage(alerts, storm, options, { path: '/county', title: pageMessages.countiesOfState });

/** Counts alerts and names the worst. States that there are none only if that is known. */
function alertsLine(toAlertJson: NowAlerts, county: County | undefined, options: PageOptions): string {
  const alerts = county ? alertsIn(toAlertJson, county) : toAlertJson.alerts;
  const [topAlert] = alerts;
  const address = county ? `/es/county/${county.slug}` : '/es/alert';
  const link = `<p><a href="${address}">${pageMessages.seeAlerts}</a></p>`;
  if (!topAlert)
    return (
      (toAlertJson.unlisted?.length ? `<div class="c">${link}</div>` : noAlerts(toAlertJson.ok, spanish)) +
      checked(toAlertJson, options)
    );
  const place = county ? messages.county(county.name) : pageMessages.entireState;
  const doubt = toAlertJson.ok ? '' : `<p>${messages.mayBeOthers}</p>${unavailable(spanish)}`;
  return (
    `<div class="${getAlertClassName(topAlert)}"><p><strong>${pageMessages.alertsHere(alerts.length, place)}</strong></p>` +
    `<p>${pageMessages.topAlert} ${onlyNameHtml(topAlert.event, 80, spanish)}</p>${link}${doubt}</div>${checked(toAlertJson, options)}`
  );
}

interface Ahead {
  path: '/forecast' | '/hourly';
  title: 'forecastTitle' | 'hourlyTitle';
  description: 'forecastDescription' | 'hourlyDescription';
  /** Of the units, if the values don't have any. */
  note?: 'hourlyUnits';
  write: (conditions: NowConditions | undefined, options: PageOptions) => string;
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
  (county: County | undefined, { alerts, conditions }: NowPageData, options: PageOptions): string => {
    const near = conditions?.location?.name ?? '';
    const heading = county ? pageMessages.in(pageMessages[title], messages.county(county.name)) : pageMessages[title];
    const place = !county && near ? messages.near(escapeHtml(near)) : '';
    const introduction = place + (note ? pageMessages[note] : '');
    const sample = conditions?.meta.sample ? `<p>${messages.sampleData}</p>` : '';
    const age = conditions ? forecastAge(conditions, options) : '';
    return frame(
      {
        title: heading,
        description: pageMessages[description],
        path,
        isListed: !county,
        feed: feed(),
        hasLocalWarnings: county !== undefined,
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
  /^\d/.test(query) ? pageMessages.unknownZipCode : pageMessages.unknownPlace(escapeHtml(query));

/** @param places null if the search failed */
export function searchPage(query: string, places: readonly FoundPlace[] | null, options: PageOptions): string {
  const items = (places ?? []).flatMap((place) => {
    const county = countyOfPlace(place);
    if (!county) return [];
    const name =
      place.type === 'county'
        ? messages.county(county.name)
        : pageMessages.placeInCounty(escapeHtml(place.name), spanishCounty(county.name));
    return [`<li><a href="/es/county/${county.slug}">${name}</a></li>`];
  });
  const list = `<ul>${items.join('')}</ul>`;
  const isUnknown = places !== null && (items.length === 0 || places.every(({ similar }) => similar));
  const sentence = places ? unknownPlace(query) : pageMessages.searchFailed;
  const message = `<div class="c" role="status"><p>${sentence}</p></div>`;
  const results =
    isUnknown || items.length === 0
      ? query && message + (items.length > 0 ? `<h2>${pageMessages.similarNames}</h2>${list}` : '')
      : `<h2>${pageMessages.found(escapeHtml(query))}</h2>${list}`;
  return frame(
    {
      title: pageMessages.findPlace,
      description: pageMessages.searchLabel,
      feed: feed(),
      body: `<h1>${pageMessages.findPlace}</h1>${searchForm(query)}${results}<p><a href="/es/county">${pageMessages.countyList}</a></p>`,
      foot: foot(options),
    },
    options,
  );
}

export const noSuchPage = (options: PageOptions): string =>
  frame(
    {
      title: pageMessages.noPage,
      description: pageMessages.noPageHere,
      feed: feed(),
      body:
        `<h1>${pageMessages.noPage}</h1><p>${pageMessages.noPageHere}</p><p><a href="/es">${pageMessages.goHome}</a> · ` +
        `<a href="/es/county">${pageMessages.countyList}</a></p>${searchForm()}`,
      foot: foot(options),
    },
    options,
  );
