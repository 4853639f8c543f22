import { beginsAt, isLater } from './alert-times.js';

/**
 * How dangerous an alert is. Every list, banner, map, page and feed takes its order and its looks from here.
 *
 * | danger | what | badge |
 * |---|---|---|
 * | 0 | tornado emergency (damage threat CATASTROPHIC, or the words) | Tornado emergency |
 * | 1 | flash flood emergency | Flash flood emergency |
 * | 2 | extreme wind warning | Extreme wind |
 * | 3 | tornado warning with damage threat CONSIDERABLE, or the words | Particularly dangerous situation |
 * | 4 | severe thunderstorm warning with damage threat DESTRUCTIVE | Destructive |
 * | 5 | any other warning with a threat CATASTROPHIC or DESTRUCTIVE, or the words | Catastrophic, Destructive, Particularly dangerous situation |
 * | 10 | tornado warning, tornado OBSERVED or confirmed | Tornado on the ground |
 * | 15 | other warning with a threat CONSIDERABLE | Considerable damage threat |
 * | 20… | warnings, by event, the quickest to kill first (`warnings`) | |
 * | 60… | watches, particularly dangerous ones first (`watches`) | |
 * | 80 | advisories | |
 * | 90 | statements, outlooks and everything else | |
 *
 * The tags are those of the impact-based warnings of the National Weather Service (NWS Directive 10-511 for tornado and severe
 * thunderstorm, 10-922 for flash flood). Within one level of danger, the more urgent comes first, then what begins sooner, then
 * the newer. What has yet to begin comes after everything that is in effect now.
 */

export const alertLevels = ['emergency', 'warning', 'watch', 'advisory', 'statement'] as const;
export type AlertLevel = (typeof alertLevels)[number];

/** What decides an alert's danger, as the source says it. */
export interface DangerSigns {
  /** "Tornado Warning". */
  event: string;
  /** CAP severity. */
  severity: string;
  nwsHeadline?: string;
  desc?: string;
  tornadoDetection?: string;
  tornadoDamageThreat?: string;
  thunderstormDamageThreat?: string;
  flashFloodDamageThreat?: string;
}

export interface Danger {
  danger: number;
  level: AlertLevel;
  badge: string;
}

/** Warnings, most dangerous first; those not named here come last. */
const warnings: readonly RegExp[] = [
  /^tornado warning$/i,
  /^(evacuation immediate|evacuation - immediate|shelter in place warning|nuclear power plant warning|radiological hazard warning|hazardous materials warning|civil danger warning)$/i,
  /^flash flood warning$/i,
  /^severe thunderstorm warning$/i,
  /^(civil emergency message|law enforcement warning|fire warning|earthquake warning|volcano warning|avalanche warning)$/i,
  /^(snow squall warning|dust storm warning)$/i,
  /^(hurricane|typhoon|tropical storm|storm surge)\b.* warning$/i,
  /^(blizzard|ice storm) warning$/i,
  /^winter storm warning$/i,
  /^high wind warning$/i,
  /^(extreme heat|excessive heat|extreme cold|wind chill) warning$/i,
  /^(red flag) warning$/i,
  /^flood warning$/i,
];
const watches: readonly RegExp[] = [
  /^tornado watch$/i,
  /^severe thunderstorm watch$/i,
  /^(flash flood|flood) watch$/i,
  /^(hurricane|tropical storm|storm surge)\b.* watch$/i,
  /^(blizzard|ice storm|winter storm) watch$/i,
];
const dangers = { warnings: 20, watches: 60, advisories: 80, statements: 90 } as const;

const is = (value: string | undefined, ...words: string[]) => words.includes((value ?? '').trim().toUpperCase());
const placeIn = (order: readonly RegExp[], event: string) => {
  const index = order.findIndex((name) => name.test(event));
  return index === -1 ? order.length : index;
};

/** The level of an event, judged by its name alone. */
function levelOf(event: string): AlertLevel {
  if (/\bwatch$/i.test(event)) return 'watch';
  if (/\badvisory$/i.test(event)) return 'advisory';
  if (/\b(warning|emergency)$/i.test(event) || placeIn(warnings, event) < warnings.length) return 'warning';
  return 'statement';
}

/** How dangerous an alert is, by the table above. */
export function dangerOf(signs: DangerSigns): Danger {
  const event = signs.event.trim();
  const level = levelOf(event);
  const words = `${signs.nwsHeadline ?? ''}\n${signs.desc ?? ''}`.toUpperCase();
  const isTornado = /^tornado warning$/i.test(event);
  const isFlashFlood = /^flash flood (warning|emergency)$/i.test(event);
  const isPds = words.includes('PARTICULARLY DANGEROUS SITUATION');
  const threats = [signs.tornadoDamageThreat, signs.thunderstormDamageThreat, signs.flashFloodDamageThreat];
  const emergency = (danger: number, badge: string): Danger => ({ danger, level: 'emergency', badge });

  if (level === 'warning') {
    if (isTornado && (is(signs.tornadoDamageThreat, 'CATASTROPHIC') || /TORNADO EMERGENCY\b/.test(words)))
      return emergency(0, 'Tornado emergency');
    if (isFlashFlood && (is(signs.flashFloodDamageThreat, 'CATASTROPHIC') || /FLASH FLOOD EMERGENCY\b/.test(words)))
      return emergency(1, 'Flash flood emergency');
    if (/^extreme wind warning$/i.test(event)) return emergency(2, 'Extreme wind');
    if (isTornado && (is(signs.tornadoDamageThreat, 'CONSIDERABLE') || isPds))
      return emergency(3, 'Particularly dangerous situation');
    if (is(signs.thunderstormDamageThreat, 'DESTRUCTIVE')) return emergency(4, 'Destructive');
    if (threats.some((threat) => is(threat, 'CATASTROPHIC'))) return emergency(5, 'Catastrophic');
    if (threats.some((threat) => is(threat, 'DESTRUCTIVE'))) return emergency(5, 'Destructive');
    if (isPds) return emergency(5, 'Particularly dangerous situation');
    if (isTornado && is(signs.tornadoDetection, 'OBSERVED', 'CONFIRMED'))
      return { danger: 10, level, badge: 'Tornado on the ground' };
    if (threats.some((threat) => is(threat, 'CONSIDERABLE')))
      return { danger: 15, level, badge: 'Considerable damage threat' };
    return { danger: dangers.warnings + placeIn(warnings, event), level, badge: '' };
  }
  if (level === 'watch') {
    if (isPds) return { danger: dangers.watches, level, badge: 'Particularly dangerous situation' };
    return { danger: dangers.watches + 1 + placeIn(watches, event), level, badge: '' };
  }
  return { danger: level === 'advisory' ? dangers.advisories : dangers.statements, level, badge: '' };
}

/**
 * How far a warning's threat has risen: 3 an emergency, 2 destructive or particularly dangerous, 1 observed, confirmed or
 * considerable, 0 none of these. A rise is worth announcing again.
 */
export function threatStepOf({ danger }: Pick<Danger, 'danger'>): 0 | 1 | 2 | 3 {
  if (danger <= 1) return 3;
  if (danger <= 5) return 2;
  return danger < dangers.warnings ? 1 : 0;
}

/** What an alert's place in a list depends on. The field names are the same in our own messages and in public answers. */
export interface Ranked {
  id: string;
  danger: number;
  urgency: string;
  onset?: string | null | undefined;
  effective: string;
  sent?: string;
}

const urgencies = ['Immediate', 'Expected', 'Future', 'Past', 'Unknown'];
const urgencyRank = (urgency: string) => {
  const index = urgencies.indexOf(urgency);
  return index === -1 ? urgencies.length : index;
};
/**
 * Sorts the most dangerous first.
 * @param now milliseconds since 1970 UTC, by the source's clock
 */
export const byDanger =
  (now: number) =>
  (a: Ranked, b: Ranked): number => {
    const [aBegins, bBegins] = [Math.max(beginsAt(a) ?? 0, now), Math.max(beginsAt(b) ?? 0, now)];
    return (
      Number(isLater(a, now)) - Number(isLater(b, now)) ||
      a.danger - b.danger ||
      urgencyRank(a.urgency) - urgencyRank(b.urgency) ||
      aBegins - bBegins ||
      (Date.parse(b.sent || b.effective) || 0) - (Date.parse(a.sent || a.effective) || 0) ||
      a.id.localeCompare(b.id)
    );
  };

/** What decides whether alerts are folded into one line. */
export interface Foldable extends Ranked {
  event: string;
  level: string;
  ends?: string | null | undefined;
}

/** An alert this long is a matter of days, and several of a kind say the same thing. */
const longLivedMs = 12 * 3_600_000;

function isLongLived(alert: Foldable): boolean {
  if (alert.level === 'emergency') return false;
  if (!alert.ends) return true;
  return Date.parse(alert.ends) - (beginsAt(alert) ?? 0) >= longLivedMs;
}

/**
 * The alerts in groups: long-lived ones of the same event (eight river flood warnings) form one group, every other alert is on
 * its own. Both the groups and the alerts in them keep the order of the list.
 * @param alerts of one county or list, sorted by `byDanger`
 */
export function foldSimilar<Alert extends Foldable>(alerts: readonly Alert[], now: number): Alert[][] {
  const groups: Alert[][] = [];
  const known = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const key = isLongLived(alert) ? `${alert.event}|${alert.danger}|${isLater(alert, now)}` : undefined;
    const group = key === undefined ? undefined : known.get(key);
    if (group) group.push(alert);
    else {
      const begun = [alert];
      groups.push(begun);
      if (key !== undefined) known.set(key, begun);
    }
  }
  return groups;
}

/** Whether it is severe or worse; open pages then refresh more often. */
export const isSevere = ({ severity, level }: { severity: string; level: string }): boolean =>
  level === 'emergency' || severity === 'Extreme' || severity === 'Severe';
