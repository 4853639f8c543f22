/**
 * Text products (NWS Directive 10-1701): a WMO heading and an AWIPS identifier, then segments with UGC and VTEC codes,
 * ended by "$$".
 */
import { cleanText } from '../readings/source-values.js';

/** "WFUS54 KLZK 230012 CCA", with "TORLZK" on the next line. */
export interface Heading {
  ttaaii: string;
  cccc: string;
  /** Day and time of issue, UTC, "230012". */
  stamp: string;
  /** Correction ("CCA"), delay ("RRA") or part ("PAB"); usually empty. */
  bbb: string;
  awipsId: string;
}

export interface TextProduct {
  heading: Heading;
  body: string;
}

/** After the feed's sequence number. */
const headingWithinLines = 8;
const headingForm = /^([A-Z]{4}\d{2}) ([A-Z]{4}) (\d{6})(?: ([A-Z]{3}))?$/;
const awipsForm = /^[A-Z0-9]{4,6}$/;

/** Without control characters and the feed's second line end per line. */
function plainLines(raw: string): string[] {
  const lines = cleanText(raw)
    .split('\n')
    .map((line) => line.trimEnd());
  const isDoubled = lines.length > 4 && lines.every((line, index) => line === '' || !lines[index + 1]);
  return isDoubled ? lines.join('\n').replaceAll('\n\n', '\n').split('\n') : lines;
}

/** Undefined without a heading. */
export function readTextProduct(raw: string): TextProduct | undefined {
  const lines = plainLines(raw);
  const at = lines.slice(0, headingWithinLines).findIndex((line) => headingForm.test(line));
  const [, ttaaii, cccc, stamp, bbb = ''] = headingForm.exec(lines[at] ?? '') ?? [];
  if (!ttaaii || !cccc || !stamp) return undefined;
  const rest = lines.slice(at + 1);
  const identifierAt = rest.findIndex((line) => line !== '');
  const awipsId = rest[identifierAt] ?? '';
  if (!awipsForm.test(awipsId)) return undefined;
  return { heading: { ttaaii, cccc, stamp, bbb, awipsId }, body: rest.slice(identifierAt + 1).join('\n') };
}

export interface Segment {
  text: string;
  /** False without "$$": the product was truncated. */
  isComplete: boolean;
}

/** Text after the last "$$", usually the forecaster's name, is an incomplete segment. */
export function segmentsOf(body: string): Segment[] {
  const parts = body.split(/^\$\$ *$/m);
  return parts.map((text, index) => ({ text, isComplete: index < parts.length - 1 }));
}
