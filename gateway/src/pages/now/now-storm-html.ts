import { counties, type County } from '@site/state/counties';
import type { RiskLabel } from '@site/proto/weather/v1/outlook.answers';
import { addressOfCounty } from '../pages.js';
import { escapeHtml } from '../html.js';
import type { NowOutlook, NowStorm } from './now-data.js';
import { short, time, timeElement } from './now-frame.js';
import { ago, shortClock } from './now-words.js';

/** The center's wording, for a county without a matching area. */
const words: Record<RiskLabel, string> = {
  TSTM: 'General Thunderstorms Risk',
  MRGL: 'Marginal Risk',
  SLGT: 'Slight Risk',
  ENH: 'Enhanced Risk',
  MDT: 'Moderate Risk',
  HIGH: 'High Risk',
};

const minuteMs = 60_000;
/** From this age on, the link states the picture's age. */
const oldMinutes = 15;

const wordsOf = ({ areas }: NowOutlook, label: RiskLabel) =>
  short(areas.find((area) => area.label === label)?.words || words[label], 60);

const at = (moment: string, now: number) => timeElement(Date.parse(moment), shortClock(Date.parse(moment), now));

/** Returns "until Saturday 6 AM", with the start if it's in the future. */
function validity({ valid_from: from, valid_until: until }: NowOutlook, now: number): string {
  const begins = from && Date.parse(from) > now ? `from ${at(from, now)} ` : '';
  return begins + (until ? `until ${at(until, now)}` : '');
}

function origin({ issued_at: issued, stale, fetched_at: fetched }: NowOutlook, now: number): string {
  const renewed = stale && fetched ? `Last checked ${ago(fetched, now)}.` : '';
  return `Storm Prediction Center${issued ? `, issued ${time(issued, now)}` : ''}.${renewed}`;
}

/** States "no risk" only if that is known. */
function countyOutlook({ fips }: County, day: NowOutlook | undefined, now: number): string {
  if (!day?.ok) return '<p>Storm outlook: not available right now.</p>';
  const risk = day.counties.find(({ county }) => county === fips);
  const said = risk
    ? `<strong>${wordsOf(day, risk.label)}</strong>, ${validity(day, now)}.`
    : `No severe storms are expected ${validity(day, now)}.`;
  return `<p>Storm outlook: ${said}</p><p class="o">${origin(day, now)}</p>`;
}

/** Links the small radar picture with its size, its time and, if old, its age. */
function radarLink({ radar }: NowStorm, now: number): string {
  if (!radar?.ok || !radar.still) return '';
  const { url, size_bytes: bytes, time: taken } = radar.still;
  // Rounded up: an age must not be understated.
  const minutes = Math.ceil((now - Date.parse(taken)) / minuteMs);
  const age = minutes > oldMinutes ? `, ${minutes} minutes old` : '';
  const size = `${Math.ceil(bytes / 1024)} kB`;
  return `<p><a href="${escapeHtml(url)}">Radar picture, ${size}, ${time(taken, now)}</a>${age}</p>`;
}

export const countyStormHtml = (county: County, storm: NowStorm, now: number): string =>
  `<h2>Storms</h2>${countyOutlook(county, storm.outlook, now)}${radarLink(storm, now)}` +
  `<p><a href="${addressOfCounty(county)}">Week, map and rivers of ${county.name}</a></p>`;

/** Counts counties per risk, highest first; names up to `named` at the highest risk. */
export function stateStormHtml(storm: NowStorm, now: number, named: number): string {
  const radar = radarLink(storm, now);
  const day = storm.outlook;
  const touched = day?.ok ? day.counties.filter(({ level }) => level > 0) : [];
  if (!day || touched.length === 0) return radar;
  const labels = [...new Set(touched.toSorted((one, other) => other.level - one.level).map(({ label }) => label))];
  const risks = labels.map((label, index) => {
    const of = touched.filter((risk) => risk.label === label).map(({ county }) => county);
    const names = counties.filter(({ fips }) => of.includes(fips)).map(({ name }) => name.replace(/ County$/, ''));
    const list = index === 0 && names.length <= named ? ` (${names.join(', ')})` : '';
    const count = `${of.length} ${of.length === 1 ? 'county' : 'counties'}`;
    return `<strong>${wordsOf(day, label)}</strong> in ${count}${list}`;
  });
  return `<p>Storm outlook, ${validity(day, now)}: ${risks.join(', ')}.</p><p class="o">${origin(day, now)}</p>${radar}`;
}
