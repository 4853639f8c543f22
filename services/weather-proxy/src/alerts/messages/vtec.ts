/**
 * Valid Time Event Codes (NWS Directive 10-1703): "/O.NEW.KLZK.TO.W.0042.261120T2051Z-261120T2130Z/". They identify an
 * event across messages by office, phenomenon, significance and a yearly number.
 */

export type VtecAction = 'NEW' | 'CON' | 'EXT' | 'EXA' | 'EXB' | 'UPG' | 'CAN' | 'EXP' | 'COR' | 'ROU';

export interface Vtec {
  /** "O" operational, "T" test, "E" experimental, "X" experimental code in an operational product. */
  productClass: string;
  action: VtecAction;
  /** "KLZK". */
  office: string;
  /** "TO". */
  phenomenon: string;
  /** "W". */
  significance: string;
  /** "0042"; "0000" identifies no event. */
  number: string;
  /** Milliseconds since 1970 UTC; absent for 000000T0000Z: already in effect. */
  beginsAt?: number;
  /** Absent for 000000T0000Z: until further notice. */
  endsAt?: number;
}

const form =
  /^\/?([OTEX])\.(NEW|CON|EXT|EXA|EXB|UPG|CAN|EXP|COR|ROU)\.([A-Z]{4})\.([A-Z]{2})\.([A-Z])\.(\d{4})\.(\d{6}T\d{4}Z)-(\d{6}T\d{4}Z)\/?$/;

/** Parses "261120T2051Z"; undefined for zeros. */
function parseVtecTime(text: string): number | undefined {
  const [, year, month, day, hour, minute] = /^(\d\d)(\d\d)(\d\d)T(\d\d)(\d\d)Z$/.exec(text) ?? [];
  if (!year || month === '00') return undefined;
  const ms = Date.parse(`20${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Undefined for malformed text. */
export function parseVtec(text: string): Vtec | undefined {
  const match = form.exec(text.trim());
  if (!match) return undefined;
  const [, productClass = '', action = '', office = '', phenomenon = '', significance = '', number = ''] = match;
  const beginsAt = parseVtecTime(match[7] ?? '');
  const endsAt = parseVtecTime(match[8] ?? '');
  return {
    productClass,
    action: action as VtecAction,
    office,
    phenomenon,
    significance,
    number,
    ...(beginsAt !== undefined && { beginsAt }),
    ...(endsAt !== undefined && { endsAt }),
  };
}

/** Ends its event for the message's area. */
export const isEnding = ({ action }: Vtec): boolean => action === 'CAN' || action === 'EXP' || action === 'UPG';

/** Returns whether the code identifies an event: routine messages and the number 0000 don't. */
export const namesEvent = ({ action, number }: Vtec): boolean => action !== 'ROU' && number !== '0000';

/** "KLZK.TO.W.0042", without the year. */
export const vtecName = ({ office, phenomenon, significance, number }: Vtec): string =>
  [office, phenomenon, significance, number].join('.');

/** Whether two periods share time. They don't if one begins when the other ends. */
export const overlaps = (one: Vtec, other: Vtec): boolean =>
  (one.beginsAt ?? -Infinity) < (other.endsAt ?? Infinity) && (other.beginsAt ?? -Infinity) < (one.endsAt ?? Infinity);
