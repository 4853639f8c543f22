/** Pages for a bad connection in an emergency: one small document without scripts, pictures or further requests. */
import { spanishBadge } from '@site/domain/weather/coded-spanish';
import { counties, type County } from '@site/regions/counties';
import { escapeHtml, shortened } from '../html.js';
import { addressOfCounty } from '../page-paths.js';
import { alertCard, alertsHtml, details, unlistedCountHtml, when, type Detail } from './now-alerts-html.js';
import { english, englishHtml, eventName, linkToEnglish, type Language, type Reader } from './language.js';
import { conditionsHtml } from './now-conditions-html.js';
import { alertsIn, isForAll, type NowAlert, type NowAlerts, type NowConditions, type NowStorm } from './now-data.js';
import {
  andMore,
  checked,
  fitting,
  frame,
  renderGeneratedAt,
  noAlerts,
  short,
  sources,
  stateFeed,
  unavailable,
  type PageOptions,
} from './now-frame.js';
import { countyStormHtml, stateStormHtml } from './now-storm-html.js';

/** A page that mirrors one of the English site, which has more than the text-only one. */
interface FullPage {
  /** Of the English page. */
  path: string;
  title: string;
}

/** @param fullPage absent for the page at /now/{county}; its `aheadHtml` follows the current conditions */
export function countyPage(
  county: County,
  data: { alerts: NowAlerts; conditions: NowConditions | undefined; storm: NowStorm },
  options: PageOptions,
  fullPage?: FullPage & { aheadHtml: string },
): string {
  const { language, refreshSeconds } = options;
  const { messages, prefix } = language;
  const textOnlyPath = `/now/${county.slug}`;
  const path = fullPage?.path ?? textOnlyPath;
  const name = messages.county(county.name);
  const feed = { title: messages.countyFeed(name), path: `${textOnlyPath}/alerts.atom` };
  const conditions = conditionsHtml(data.conditions, alertsIn(data.alerts, county), options);
  const storms = countyStormHtml(county, data.storm, options) + (fullPage ? '' : fullPageLink(county, language));
  const toEnglish = linkToEnglish(language);
  const links = [
    `<a href="${prefix}/now">${messages.allCounties}</a>`,
    `<a href="${prefix}/forecast${prefix && `?county=${county.slug}`}">${messages.forecast}</a>`,
    `<a href="${feed.path}"${toEnglish}>${messages.feed}</a>`,
  ];
  const title = fullPage?.title ?? messages.countyNow(name);
  const pageWith = (detail: Detail) =>
    frame(
      {
        title,
        hasLocalWarnings: true,
        description: messages.countyDescription(name),
        path,
        isListed: fullPage !== undefined || refreshSeconds !== undefined,
        feed,
        body:
          `<h1>${title}</h1><h2>${messages.alerts}</h2>${alertsHtml(county, data.alerts, options, detail)}${storms}` +
          `<h2>${messages.currentConditions}</h2>${conditions}${fullPage?.aheadHtml ?? ''}`,
        foot: `${renderGeneratedAt(options, textOnlyPath)}<p>${links.join(' · ')}</p>${sources(language)}`,
      },
      options,
    );
  return fitting(details, pageWith);
}

const fullPageLink = (county: County, { messages, prefix }: Language) =>
  `<p><a href="${prefix}${addressOfCounty(county)}">${messages.countyPage(messages.county(county.name))}</a></p>`;

interface ListDetail {
  characters: number;
  /** Counties repeated at the top, at most; more would repeat the whole list. */
  onTop: number;
  /** Counties named at the highest risk, at most. */
  atRisk: number;
  statewide: number;
}
const listDetails: readonly ListDetail[] = [
  { characters: 70, onTop: 25, atRisk: 25, statewide: 8 },
  { characters: 40, onTop: 0, atRisk: 10, statewide: 6 },
  { characters: 20, onTop: 0, atRisk: 0, statewide: 3 },
  { characters: 10, onTop: 0, atRisk: 0, statewide: 2 },
];

function statewideHtml(alerts: readonly NowAlert[], reader: Reader, maxCards: number): string {
  const { language } = reader;
  const { messages } = language;
  const cards = alerts.slice(0, maxCards).map((alert) => {
    const summary = short(alert.nws_headline || alert.headline, 150);
    const parts = {
      longest: 400,
      times: messages.forState(when(alert, reader)),
      text: summary && `<p>${summary}</p>`,
      named: 0,
    };
    return alertCard(alert, parts, reader);
  });
  const about = cards.length > 0 ? messages.aboutAlerts : '';
  return about + cards.join('') + andMore(alerts.length - cards.length, language, messages.statewide);
}

/** Returns a county's worst alert: in the page's language alone, because the English name wouldn't fit beside it. */
function formatTopAlert({ badge, event }: NowAlert, characters: number, language: Language): string {
  const worse = language === english ? badge : spanishBadge(badge);
  const name = eventName(event, language);
  const both = language === english ? `${worse} (${name})` : `${worse} · ${name}`;
  const html = escapeHtml(shortened(worse ? both : name, characters));
  return name === event ? englishHtml(html, language) : html;
}

/** Lists counties after statewide alerts. @param fullPage absent for the page at /now */
export function listPage(toAlertJson: NowAlerts, storm: NowStorm, options: PageOptions, fullPage?: FullPage): string {
  const { path, title } = fullPage ?? { path: '/now', title: options.language.messages.yourCounty };
  const { language, refreshSeconds } = options;
  const { messages, prefix } = language;
  const statewide = toAlertJson.alerts.filter(isForAll);
  const ofCounties = { alerts: toAlertJson.alerts.filter((alert) => !isForAll(alert)) };
  const warned = counties.filter((county) => alertsIn(ofCounties, county).length > 0);
  const entry = (county: County, { characters }: ListDetail) => {
    const [topAlert, ...others] = alertsIn(ofCounties, county);
    const more = others.length > 0 ? ` +${others.length}` : '';
    const mark = topAlert ? `: <strong>${formatTopAlert(topAlert, characters, language)}${more}</strong>` : '';
    return `<li><a href="${prefix}${path}/${county.slug}">${county.name.replace(/ County$/, '')}</a>${mark}</li>`;
  };
  const listOf = (entries: readonly County[], detail: ListDetail) =>
    `<ul class="n">${entries.map((county) => entry(county, detail)).join('')}</ul>`;
  const summary = (detail: ListDetail) => {
    if (toAlertJson.alerts.length === 0)
      return noAlerts(toAlertJson.ok, language, (toAlertJson.unlisted ?? []).length > 0);
    const top = warned.length <= detail.onTop ? listOf(warned, detail) : '';
    const counted =
      warned.length > 0
        ? `<div class="c s"><p><strong>${messages.countiesWarned(warned.length)}</strong></p>${top}</div>`
        : '';
    const forAll = statewideHtml(statewide, options, detail.statewide);
    const parts = isForAll(toAlertJson.alerts[0]!) ? [forAll, counted] : [counted, forAll];
    return parts.join('') + (toAlertJson.ok ? '' : `<div class="c">${unavailable(language)}</div>`);
  };
  const feed = stateFeed(language);
  return fitting(listDetails, (detail) =>
    frame(
      {
        title,
        description: messages.listDescription,
        path,
        isListed: fullPage !== undefined || refreshSeconds !== undefined,
        feed,
        body:
          `<h1>${title}</h1><h2>${messages.alerts}</h2>${summary(detail)}${checked(toAlertJson, options)}` +
          `${stateStormHtml(storm, options, detail.atRisk)}${unlistedCountHtml(toAlertJson, language)}<h2>${messages.counties}</h2>${listOf(counties, detail)}`,
        foot:
          renderGeneratedAt(options, '/now') +
          `<p><a href="${feed.path}"${linkToEnglish(language)}>${messages.feed}</a></p>${sources(language)}`,
      },
      options,
    ),
  );
}
