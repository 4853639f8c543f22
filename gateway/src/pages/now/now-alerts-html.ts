import type { County } from '@site/state/counties';
import { foldSimilar, isSevere } from '@site/domain/weather/danger';
import { officialName, officialPage } from '@site/state/state';
import { escapeHtml, shortened } from '../html.js';
import { partsOf, tagsOf, wireNote } from '../alert-words.js';
import { alertsIn, type NowAlert, type NowAlerts } from './now-data.js';
import { andMore, checked, noAlerts, short, timeElement, unavailable } from './now-frame.js';
import { unlistedInWords, whenInWords } from './now-words.js';

/** The most dangerous in full, similar ones in one card, the rest in a line each. */

/**
 * How much to show of each alert: less when there are many, to keep the page small. Instructions are never cut, unless
 * one alone exceeds the page.
 */
export interface Detail {
  /** Alerts, or groups of similar ones. */
  cards: number;
  /** Further alerts, one line each. */
  lines: number;
  /** Characters per text other than the instruction. */
  field: number;
  /** Alerts named per group. */
  named: number;
  /** Characters of the instruction; absent for no limit. */
  instruction?: number;
}
export const details: readonly Detail[] = [
  { cards: 8, lines: 30, field: 400, named: 12 },
  { cards: 8, lines: 30, field: 250, named: 10 },
  { cards: 6, lines: 20, field: 150, named: 8 },
  { cards: 5, lines: 12, field: 100, named: 5 },
  { cards: 3, lines: 8, field: 60, named: 3 },
  { cards: 2, lines: 8, field: 30, named: 0 },
  { cards: 1, lines: 8, field: 30, named: 0 },
  { cards: 1, lines: 0, field: 0, named: 0 },
  { cards: 1, lines: 0, field: 0, named: 0, instruction: 1_000 },
];

export const when = (alert: NowAlert, now: number): string => whenInWords(alert, now, timeElement);

export const textAddress = (eventKey: string): string => `/now/alert/${encodeURIComponent(eventKey)}`;

/** CSS classes: emergency, severe, or other. */
export const lookOf = (alert: NowAlert): string =>
  alert.level === 'emergency' ? 'c e' : isSevere(alert) ? 'c s' : 'c';

export const badgeOf = ({ badge }: NowAlert): string => (badge ? `<p class="b">${short(badge, 60)}</p>` : '');

const nameOf = (alert: NowAlert) => short(alert.event, 80);

/** Marks alerts that only came over the NWWS-OI feed so far. */
export const fromWireHtml = (alert: NowAlert, element: 'p' | 'span' = 'p'): string =>
  alert.from_wire ? `<${element} class="o">${wireNote}</${element}>` : '';

const instructionOf = ({ instruction }: NowAlert, { instruction: most }: Detail) =>
  most === undefined ? instruction.trim() : shortened(instruction, most);

const cardOf = (alert: NowAlert, instruction: string, title: string, body: string) =>
  `<section class="${lookOf(alert)}">${instruction && `<p class="w"><strong>${escapeHtml(instruction)}</strong></p>`}` +
  `${badgeOf(alert)}<h3>${nameOf(alert)}${title}</h3>${body}</section>`;

export const alertCard = (alert: NowAlert, instruction: string, times: string, body: string): string =>
  cardOf(
    alert,
    instruction,
    '',
    `<p><strong>${times}</strong></p>${fromWireHtml(alert)}${body}` +
      `<p><a href="${textAddress(alert.event_key)}">Full text<span class="o"> of the ${nameOf(alert)}</span></a></p>`,
  );

const told = (label: string, text: string, longest: number) => {
  const cut = longest > 0 ? short(text, longest) : '';
  return cut && `<p><strong>${label}:</strong> ${cut}</p>`;
};

function card(alert: NowAlert, now: number, detail: Detail): string {
  const { field } = detail;
  const { hazard, source, impact, where } = partsOf(alert.desc);
  const headline = field > 0 ? short(alert.nws_headline, field) : '';
  return alertCard(
    alert,
    instructionOf(alert, detail),
    when(alert, now),
    (headline && `<p>${headline}</p>`) +
      told('Hazard', hazard, field) +
      told('Threat', tagsOf(alert), field) +
      told('Impact', impact, field / 2) +
      told('Source', source, field / 2) +
      told('Where', where || alert.areas, field) +
      (hazard || alert.instruction ? '' : told('Text', alert.desc, 2 * field)),
  );
}

function groupCard(alerts: readonly NowAlert[], now: number, detail: Detail): string {
  const { field, named } = detail;
  const items = alerts.slice(0, named).map((alert) => {
    const name = shortened(partsOf(alert.desc).where || alert.nws_headline || alert.areas, Math.min(field, 100));
    return `<li><a href="${textAddress(alert.event_key)}">${escapeHtml(name || alert.event)}</a>: ${when(alert, now)} ${fromWireHtml(alert, 'span')}</li>`;
  });
  const rest = andMore(alerts.length - items.length);
  return cardOf(
    alerts[0]!,
    instructionOf(alerts[0]!, detail),
    `: ${alerts.length} in this county`,
    `<ul>${items.join('')}</ul>${rest}`,
  );
}

function line(alerts: readonly NowAlert[], now: number): string {
  const first = alerts[0]!;
  const badge = first.badge ? `${short(first.badge, 60)}: ` : '';
  const count = alerts.length > 1 ? `: ${alerts.length} in this county` : `, ${when(first, now)}`;
  const note = fromWireHtml(alerts.find(({ from_wire: fromWire }) => fromWire) ?? first, 'span');
  return `<li>${badge}<a href="${textAddress(first.event_key)}">${nameOf(first)}</a>${count} ${note}</li>`;
}

/** Lists alerts that left the weather service's list without a cancellation. */
export function unlistedHtml(alerts: readonly NowAlert[], now: number, most: number): string {
  const check = `<a href="${officialPage}">${officialName}</a>`;
  const items = alerts.slice(0, most).map((alert) => {
    const link = `<a href="${textAddress(alert.event_key)}">${nameOf(alert)}</a>`;
    return `<li>${link}: ${short(alert.areas, 60)}. ${unlistedInWords(alert, now, timeElement, check)}</li>`;
  });
  return items.length > 0
    ? `<div class="c"><ul>${items.join('')}</ul>${andMore(alerts.length - items.length)}</div>`
    : '';
}

export function alertsHtml(county: County, known: NowAlerts, now: number, detail: Detail): string {
  const groups = foldSimilar(alertsIn(known, county), now);
  const unlisted = unlistedHtml(alertsIn({ alerts: known.unlisted ?? [] }, county), now, detail.cards);
  if (groups.length === 0) return (unlisted && known.ok ? '' : noAlerts(known.ok)) + unlisted + checked(known, now);
  const cards = groups
    .slice(0, detail.cards)
    .map((group) => (group.length === 1 ? card(group[0]!, now, detail) : groupCard(group, now, detail)));
  const lines = groups.slice(detail.cards, detail.cards + detail.lines).map((group) => line(group, now));
  const more = groups.slice(detail.cards + detail.lines).reduce((sum, group) => sum + group.length, 0);
  const rest = (lines.length > 0 ? `<div class="c"><h3>Also</h3><ul>${lines.join('')}</ul></div>` : '') + andMore(more);
  const doubt = known.ok ? '' : `<div class="c"><p>There may be others.</p>${unavailable}</div>`;
  return cards.join('') + rest + unlisted + doubt + checked(known, now);
}
