/**
 * Reads a layer's times from a WMS capabilities document. It is untrusted and several megabytes, so one element is
 * extracted from bounded text without an XML parser.
 */

/** A hundred times are some 2.5 kB. */
const maxDescriptionLength = 512 * 1024;
const maxListLength = 5_000;

const instant = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z)?$/;
const period = /^PT(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:(\d{1,5})S)?$/;
/** Radars don't scan more often. */
const shortestPeriodMs = 30_000;

/**
 * Returns the times of `layer`, milliseconds since 1970 UTC, oldest first, if any. WMS 1.1.1 has them in `Extent`,
 * 1.3.0 in `Dimension`; as a list, start/end/period, or both.
 */
export function timesOf(xml: string, layer: string, fromMs: number): number[] | undefined {
  const text = timeElement(descriptionOf(xml, layer));
  if (text === undefined) return undefined;
  const times = new Set<number>();
  for (const part of text.split(',').slice(-maxListLength)) {
    const [start = '', end, step] = part.trim().split('/');
    for (const time of end === undefined ? [parseTimeMs(start)] : instantsOf(start, end, step ?? '', fromMs)) {
      if (time >= fromMs) times.add(time);
    }
  }
  return [...times].sort((left, right) => left - right);
}

/** Up to the next layer. The name may have a workspace prefix ("conus:"). */
function descriptionOf(xml: string, layer: string): string {
  const names = [`<Name>${layer}</Name>`, `:${layer}</Name>`];
  const start = names.map((name) => xml.indexOf(name)).find((index) => index >= 0);
  if (start === undefined) return '';
  const description = xml.slice(start, start + maxDescriptionLength);
  const end = description.search(/<\/?Layer\b/);
  return end < 0 ? description : description.slice(0, end);
}

function timeElement(description: string): string | undefined {
  for (const [, attributes = '', text = ''] of description.matchAll(
    /<(?:Extent|Dimension)\b([^<>]{0,500})>([^<]*)<\//g,
  )) {
    if (/\bname=["']time["']/i.test(attributes) && text.trim() !== '') return text;
  }
  return undefined;
}

const parseTimeMs = (text: string) => (instant.test(text) ? Date.parse(text) : NaN);

/** Expands "start/end/period". */
function instantsOf(startText: string, endText: string, periodText: string, fromMs: number): number[] {
  const start = parseTimeMs(startText);
  const end = parseTimeMs(endText);
  const [, hours = 0, minutes = 0, seconds = 0] = period.exec(periodText) ?? [];
  const stepMs = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  if (!(start <= end) || stepMs < shortestPeriodMs) return [];
  const instants: number[] = [];
  const first = start + Math.max(0, Math.ceil((fromMs - start) / stepMs)) * stepMs;
  for (let time = first; time <= end && instants.length < maxListLength; time += stepMs) instants.push(time);
  return instants;
}
