import { spanishRisk } from '@site/domain/weather/coded-spanish';
import { rainSentence, rightStartsOfTen } from '@site/domain/weather/rain-sentence';
import { counties, type County } from '@site/regions/counties';
import type { RiskLabel } from '@site/proto/weather/v1/outlook.responses';
import { escapeHtml, shortened } from '../html.js';
import { addEnglish, type Reader } from './language.js';
import type { NowOutlook, NowStorm } from './now-data.js';
import { time, timeElement } from './now-frame.js';
import { ago, shortClock } from './now-labels.js';

/** The center's wording, for a county without a matching area. */
const riskNames: Record<RiskLabel, string> = {
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

function formatRisk({ areas }: NowOutlook, label: RiskLabel, { language }: Reader): string {
  const riskText = areas.find((area) => area.label === label)?.text || riskNames[label];
  return addEnglish(spanishRisk(label), shortened(riskText, 60), language);
}

const at = (timestamp: string, reader: Reader) =>
  timeElement(Date.parse(timestamp), shortClock(Date.parse(timestamp), reader));

/** Returns "until Saturday 6 AM", with the start if it's in the future. */
function validity({ valid_from: from, valid_until: until }: NowOutlook, reader: Reader): string {
  const { messages } = reader.language;
  const begins = from && Date.parse(from) > reader.now ? messages.from(at(from, reader)) : '';
  return begins + (until ? messages.until(at(until, reader)) : '');
}

function origin({ issued_at: issued, stale, fetched_at: fetched }: NowOutlook, reader: Reader): string {
  const { messages } = reader.language;
  const renewed = stale && fetched ? messages.lastChecked(ago(fetched, reader)) : '';
  return `${messages.stormCenter}${issued ? messages.issued(time(issued, reader)) : ''}.${renewed}`;
}

/** States "no risk" only if that is known. */
function countyOutlook({ fips }: County, day: NowOutlook | undefined, reader: Reader): string {
  const { messages } = reader.language;
  if (!day?.ok) return `<p>${messages.noOutlook}</p>`;
  const risk = day.counties.find(({ county }) => county === fips);
  const unknown = day.unknown_areas.filter((area) => area.counties.includes(fips)).map(({ name }) => escapeHtml(name));
  const sentences = [
    ...(risk ? [`<strong>${formatRisk(day, risk.label, reader)}</strong>, ${validity(day, reader)}.`] : []),
    ...(unknown.length > 0 ? [messages.unratedAreas(unknown.join(', '))] : []),
  ];
  const text = sentences.join(' ') || messages.noStorms(validity(day, reader));
  return `<p>${messages.outlook(text)}</p><p class="o">${origin(day, reader)}</p>`;
}

/** Links the small radar picture with its size, its time and, if old, its age. */
function radarLink({ radar }: NowStorm, reader: Reader): string {
  if (!radar?.ok || !radar.still) return '';
  const { url, size_bytes: bytes, time: taken } = radar.still;
  // Rounded up: an age must not be understated.
  const minutes = Math.ceil((reader.now - Date.parse(taken)) / minuteMs);
  const { messages } = reader.language;
  const age = minutes > oldMinutes ? messages.minutesOld(minutes) : '';
  const size = `${Math.ceil(bytes / 1024)} kB`;
  return `<p><a href="${escapeHtml(url)}">${messages.radarImage(size, time(taken, reader))}</a>${age}</p>`;
}

/** Returns a sentence about rain in the next hour; empty unless it is falling or near. */
export function nextHourHtml({ nextHour }: NowStorm, reader: Reader): string {
  if (!nextHour?.ok || !nextHour.frame_time) return '';
  const { messages } = reader.language;
  const sentence = rainSentence(nextHour.steps, reader.now, messages.rain, (timestamp) =>
    shortClock(timestamp, reader),
  );
  if (!sentence) return '';
  const estimate = messages.rainEstimate(time(nextHour.frame_time, reader), rightStartsOfTen);
  return `<p><strong>${sentence}.</strong></p><p class="o">${estimate}</p>`;
}

/** Returns a county's rain in the next hour, storm outlook and a link to the radar. */
export function countyStormHtml(county: County, storm: NowStorm, reader: Reader): string {
  const { messages } = reader.language;
  return `<h2>${messages.storms}</h2>${nextHourHtml(storm, reader)}${countyOutlook(county, storm.outlook, reader)}${radarLink(storm, reader)}`;
}

/** Counts counties per risk, highest first; names up to `named` at the highest risk. */
export function stateStormHtml(storm: NowStorm, reader: Reader, named: number): string {
  const { messages } = reader.language;
  const radar = radarLink(storm, reader);
  const day = storm.outlook;
  const touched = day?.ok ? day.counties.filter(({ level }) => level > 0) : [];
  if (!day || touched.length === 0) return radar;
  const labels = [...new Set(touched.toSorted((one, other) => other.level - one.level).map(({ label }) => label))];
  const risks = labels.map((label, index) => {
    const of = touched.filter((risk) => risk.label === label).map(({ county }) => county);
    const names = counties.filter(({ fips }) => of.includes(fips)).map(({ name }) => name.replace(/ County$/, ''));
    const list = index === 0 && names.length <= named ? ` (${names.join(', ')})` : '';
    return `<strong>${formatRisk(day, label, reader)}</strong>${messages.inCounties(of.length)}${list}`;
  });
  const summary = messages.stateOutlook(validity(day, reader), risks.join(', '));
  return `<p>${summary}</p><p class="o">${origin(day, reader)}</p>${radar}`;
}
