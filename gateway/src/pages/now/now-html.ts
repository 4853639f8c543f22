import { counties, type County } from '@site/state/counties';
import { stateName } from '@site/state/state';
import { escapeHtml, shortened } from '../html.js';
import { alertCard, alertsHtml, details, unlistedHtml, when, type Detail } from './now-alerts-html.js';
import { conditionsHtml } from './now-conditions-html.js';
import { alertsIn, isForAll, type NowAlert, type NowAlerts, type NowConditions, type NowStorm } from './now-data.js';
import {
  andMore,
  checked,
  fitting,
  frame,
  madeAt,
  noAlerts,
  short,
  sources,
  stateFeed,
  unavailable,
  type PageOptions,
} from './now-frame.js';
import { countyStormHtml, stateStormHtml } from './now-storm-html.js';

/** Pages for a bad connection in an emergency: one small document without scripts, pictures or further requests. */

export function countyPage(
  county: County,
  known: { alerts: NowAlerts; conditions: NowConditions | undefined; storm: NowStorm },
  options: PageOptions,
): string {
  const { publicUrl, now, refreshSeconds, banner } = options;
  const address = `/now/${county.slug}`;
  const feed = { title: `Weather alerts for ${county.name}`, path: `${address}/alerts.atom` };
  const conditions = conditionsHtml(known.conditions, now);
  const storms = countyStormHtml(county, known.storm, now);
  const pageWith = (detail: Detail) =>
    frame({
      title: `${county.name} now`,
      description: `Warnings in ${county.name}, ${stateName}: how long they last, what to do, and the weather right now.`,
      canonical: refreshSeconds === undefined ? undefined : publicUrl + address,
      feed,
      banner,
      body:
        `<h1>${county.name} now</h1><h2>Alerts</h2>${alertsHtml(county, known.alerts, now, detail)}${storms}` +
        `<h2>Current conditions</h2>${conditions}`,
      foot:
        madeAt(options, address) +
        `<p><a href="/now">All counties</a> · <a href="/forecast">7-day forecast</a> · <a href="${feed.path}">Alerts as a feed</a></p>${sources}`,
    });
  return fitting(details, pageWith);
}

interface ListDetail {
  characters: number;
  /** Counties repeated at the top, at most; more would repeat the whole list. */
  onTop: number;
  /** Counties named at the highest risk, at most. */
  atRisk: number;
  statewide: number;
}
const listDetails: readonly ListDetail[] = [
  { characters: 60, onTop: 25, atRisk: 25, statewide: 8 },
  { characters: 40, onTop: 0, atRisk: 10, statewide: 6 },
  { characters: 20, onTop: 0, atRisk: 0, statewide: 3 },
  { characters: 10, onTop: 0, atRisk: 0, statewide: 2 },
];

function statewideHtml(alerts: readonly NowAlert[], now: number, most: number): string {
  const cards = alerts.slice(0, most).map((alert) => {
    const said = short(alert.nws_headline || alert.headline, 150);
    return alertCard(
      alert,
      shortened(alert.instruction, 400),
      `For the whole state. ${when(alert, now)}`,
      said && `<p>${said}</p>`,
    );
  });
  return cards.join('') + andMore(alerts.length - cards.length, ' for the whole state');
}

/** Lists counties after statewide alerts. */
export function listPage(known: NowAlerts, storm: NowStorm, options: PageOptions): string {
  const { publicUrl, now, refreshSeconds, banner } = options;
  const statewide = known.alerts.filter(isForAll);
  const ofCounties = { alerts: known.alerts.filter((alert) => !isForAll(alert)) };
  const warned = counties.filter((county) => alertsIn(ofCounties, county).length > 0);
  const entry = (county: County, { characters }: ListDetail) => {
    const [worst, ...others] = alertsIn(ofCounties, county);
    const name = worst && shortened(worst.badge ? `${worst.badge} (${worst.event})` : worst.event, characters);
    const mark = worst
      ? `: <strong>${escapeHtml(name + (others.length > 0 ? ` +${others.length}` : ''))}</strong>`
      : '';
    return `<li><a href="/now/${county.slug}">${county.name.replace(/ County$/, '')}</a>${mark}</li>`;
  };
  const listOf = (entries: readonly County[], detail: ListDetail) =>
    `<ul class="n">${entries.map((county) => entry(county, detail)).join('')}</ul>`;
  const summary = (detail: ListDetail) => {
    const unlisted = unlistedHtml(known.unlisted ?? [], now, detail.statewide);
    if (known.alerts.length === 0) return (unlisted && known.ok ? '' : noAlerts(known.ok)) + unlisted;
    const top = warned.length <= detail.onTop ? listOf(warned, detail) : '';
    const counted =
      warned.length > 0
        ? `<div class="c s"><p><strong>${warned.length} of ${counties.length} counties have alerts.</strong></p>${top}</div>`
        : '';
    const forAll = statewideHtml(statewide, now, detail.statewide);
    const parts = isForAll(known.alerts[0]!) ? [forAll, counted] : [counted, forAll];
    return parts.join('') + unlisted + (known.ok ? '' : `<div class="c">${unavailable}</div>`);
  };
  return fitting(listDetails, (detail) =>
    frame({
      title: 'Your county now',
      description: `Alerts and current conditions for all ${counties.length} counties of ${stateName}, on pages that load even on a very slow connection.`,
      canonical: refreshSeconds === undefined ? undefined : `${publicUrl}/now`,
      feed: stateFeed,
      banner,
      body: `<h1>Your county now</h1>${summary(detail)}${checked(known, now)}${stateStormHtml(storm, now, detail.atRisk)}<h2>Counties</h2>${listOf(counties, detail)}`,
      foot: `${madeAt(options, '/now')}<p><a href="${stateFeed.path}">Alerts as a feed</a></p>${sources}`,
    }),
  );
}
