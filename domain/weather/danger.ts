/**
 * Ranks alerts by danger, for order and styling everywhere.
 *
 * | danger | alert | level | badge |
 * |---|---|---|---|
 * | 0 | tornado emergency (damage threat CATASTROPHIC, or declared in the text) | emergency | Tornado emergency |
 * | 1 | flash flood emergency, likewise | emergency | Flash flood emergency |
 * | 2 | extreme wind warning | warning | Extreme wind |
 * | 3 | tornado warning, damage threat CONSIDERABLE or PDS | warning | Particularly dangerous situation |
 * | 4 | tornado warning, tornado OBSERVED or CONFIRMED | warning | Tornado on the ground |
 * | 5 | any other tornado warning | warning | |
 * | 6 | severe thunderstorm warning, damage threat DESTRUCTIVE | warning | Destructive |
 * | 7 | any other warning with a threat CATASTROPHIC or DESTRUCTIVE, or short-fuse (`shortFuse`) and PDS | warning | Catastrophic, Destructive, Particularly dangerous situation |
 * | 15 | any other warning with a threat CONSIDERABLE | warning | Considerable damage threat |
 * | 34… | warnings by event, the quickest to kill first (`warnings`): PDS even, others odd | warning | Particularly dangerous situation |
 * | 60… | watches, PDS first (`watches`) | watch | |
 * | 80 | advisories | advisory | |
 * | 90 | statements, outlooks and everything else | statement | |
 *
 * The tags are those of impact-based warnings (NWS Directive 10-511 for tornadoes and severe thunderstorms, 10-922 for
 * flash floods). A damage threat decides; the text can't raise the danger above it. PDS is "particularly dangerous
 * situation", declared in the text (declarations.ts). The NWS issues emergencies for tornadoes and flash floods only.
 * Long-fuse warnings (ice storm, red flag, extreme cold) last for hours or days: PDS puts them first within their event,
 * not above warnings that are deadly within minutes. Releases before 2026-12 numbered `warnings` 21 to 33, which the
 * event log still has. Within one danger, the more urgent alert comes first, then the one that begins sooner, then the newer. Alerts
 * that haven't begun come last.
 */
import { beginsAt, isUpcoming } from './alert-times.js';
import { declares, type Declaration } from './declarations.js';

export const alertLevels = ['emergency', 'warning', 'watch', 'advisory', 'statement'] as const;
export type AlertLevel = (typeof alertLevels)[number];

/** Source data that decides an alert's danger. */
export interface DangerSigns {
  /** "Tornado Warning". */
  event: string;
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

/** Most dangerous first; unlisted ones come last. */
const warnings: readonly RegExp[] = [
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
/** Lower dangers are deadly within minutes. */
const deadlyDangerLimit = 10;
const dangers = { warnings: 34, watches: 60, advisories: 80, statements: 90 } as const;

/** Warnings of events that arrive and kill within minutes. */
const shortFuse =
  /^(tornado|extreme wind|severe thunderstorm|flash flood|snow squall|dust storm|special marine) (warning|emergency)$/i;

/** Known values of damage threats. With any other, the text decides. */
const damageThreats = ['CATASTROPHIC', 'DESTRUCTIVE', 'CONSIDERABLE', 'BASE', 'NONE'];

const pds = 'Particularly dangerous situation';

const is = (value: string | undefined, ...expected: string[]) => expected.includes((value ?? '').trim().toUpperCase());
const placeIn = (order: readonly RegExp[], event: string) => {
  const index = order.findIndex((name) => name.test(event));
  return index === -1 ? order.length : index;
};

/** Judges by the event's name alone. */
function levelOf(event: string): AlertLevel {
  if (/\bwatch$/i.test(event)) return 'watch';
  if (/\badvisory$/i.test(event)) return 'advisory';
  if (/\b(warning|emergency)$|^911 telephone outage$/i.test(event) || placeIn(warnings, event) < warnings.length)
    return 'warning';
  return 'statement';
}

/** Applies the table above. */
export function dangerOf(signs: DangerSigns): Danger {
  const event = signs.event.trim();
  const level = levelOf(event);
  const isTornado = /^tornado warning$/i.test(event);
  const isFlashFlood = /^flash flood (warning|emergency)$/i.test(event);
  const threats = [signs.tornadoDamageThreat, signs.thunderstormDamageThreat, signs.flashFloodDamageThreat];
  const hasThreat = (...values: string[]) => threats.some((threat) => is(threat, ...values));
  const isDeclared = (phrase: Declaration) => declares(phrase, [signs.nwsHeadline, signs.desc]);
  const isEmergency = (threat: string | undefined, phrase: Declaration) =>
    is(threat, 'CATASTROPHIC') || (!is(threat, ...damageThreats) && isDeclared(phrase));
  const isPds = () => isDeclared('PARTICULARLY DANGEROUS SITUATION');
  const warning = (danger: number, badge = ''): Danger => ({ danger, level: 'warning', badge });

  if (level === 'warning') {
    if (isTornado && isEmergency(signs.tornadoDamageThreat, 'TORNADO EMERGENCY'))
      return { danger: 0, level: 'emergency', badge: 'Tornado emergency' };
    if (isFlashFlood && isEmergency(signs.flashFloodDamageThreat, 'FLASH FLOOD EMERGENCY'))
      return { danger: 1, level: 'emergency', badge: 'Flash flood emergency' };
    if (/^extreme wind warning$/i.test(event)) return warning(2, 'Extreme wind');
    if (isTornado && is(signs.tornadoDamageThreat, 'CONSIDERABLE')) return warning(3, pds);
    if (isTornado && !is(signs.tornadoDamageThreat, ...damageThreats) && isPds()) return warning(3, pds);
    if (isTornado && is(signs.tornadoDetection, 'OBSERVED', 'CONFIRMED')) return warning(4, 'Tornado on the ground');
    if (isTornado) return warning(5);
    if (is(signs.thunderstormDamageThreat, 'DESTRUCTIVE')) return warning(6, 'Destructive');
    if (hasThreat('CATASTROPHIC')) return warning(7, 'Catastrophic');
    if (hasThreat('DESTRUCTIVE')) return warning(7, 'Destructive');
    if (hasThreat('CONSIDERABLE')) return warning(15, 'Considerable damage threat');
    const isPdsByText = !hasThreat(...damageThreats) && isPds();
    if (isPdsByText && shortFuse.test(event)) return warning(7, pds);
    const rank = dangers.warnings + 2 * placeIn(warnings, event);
    return isPdsByText ? warning(rank, pds) : warning(rank + 1);
  }
  if (level === 'watch') {
    if (isPds()) return { danger: dangers.watches, level, badge: pds };
    return { danger: dangers.watches + 1 + placeIn(watches, event), level, badge: '' };
  }
  return { danger: level === 'advisory' ? dangers.advisories : dangers.statements, level, badge: '' };
}

/** 2, 3, 6 and 7 are destructive or particularly dangerous; 4 and 15 are observed or considerable. */
const threatSteps: Readonly<Record<number, 1 | 2 | 3>> = { 0: 3, 1: 3, 2: 2, 3: 2, 4: 1, 6: 2, 7: 2, 15: 1 };
const isLongFusePds = (danger: number) =>
  danger >= dangers.warnings && danger < dangers.watches && (danger - dangers.warnings) % 2 === 0;

/**
 * Returns a warning's threat step: 3 for an emergency, 2 for destructive or particularly dangerous, 1 for observed,
 * confirmed or considerable, 0 for others. Subscribers are notified again when it rises.
 */
export const threatStepOf = ({ danger }: Pick<Danger, 'danger'>): 0 | 1 | 2 | 3 =>
  threatSteps[danger] ?? (isLongFusePds(danger) ? 2 : 0);

/** Returns whether it is deadly within minutes: a tornado, extreme wind, or a destructive or catastrophic threat. */
export const isDeadly = ({ danger }: Pick<Danger, 'danger'>): boolean => danger < deadlyDangerLimit;

/** Returns whether a warning's event arrives within minutes of the warning, and is over soon. */
export const isShortFuse = (event: string): boolean => shortFuse.test(event.trim());

/** Fields that decide an alert's position in a list. */
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
 * Most dangerous first.
 * @param now milliseconds since 1970 UTC, by the upstream clock
 */
export const byDanger =
  (now: number) =>
  (a: Ranked, b: Ranked): number => {
    const aBegins = Math.max(beginsAt(a) ?? 0, now);
    const bBegins = Math.max(beginsAt(b) ?? 0, now);
    return (
      Number(isUpcoming(a, now)) - Number(isUpcoming(b, now)) ||
      a.danger - b.danger ||
      urgencyRank(a.urgency) - urgencyRank(b.urgency) ||
      aBegins - bBegins ||
      (Date.parse(b.sent || b.effective) || 0) - (Date.parse(a.sent || a.effective) || 0) ||
      a.id.localeCompare(b.id)
    );
  };

/** Fields that decide whether alerts are folded into one line. */
export interface Foldable extends Ranked {
  event: string;
  level: string;
  ends?: string | null | undefined;
}

/** Such alerts last for days, and several of a kind say the same. */
const longLivedMs = 12 * 3_600_000;

function isLongLived(alert: Foldable): boolean {
  if (isDeadly(alert)) return false;
  if (!alert.ends) return true;
  return Date.parse(alert.ends) - (beginsAt(alert) ?? 0) >= longLivedMs;
}

/**
 * Groups alerts: long-lived ones of the same event (eight river flood warnings) form one group, every other alert its
 * own. Keeps the order of the list.
 * @param alerts of one county or list, sorted by `byDanger`
 */
export function foldSimilar<Alert extends Foldable>(alerts: readonly Alert[], now: number): Alert[][] {
  const groups: Alert[][] = [];
  const groupByKey = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const key = isLongLived(alert) ? `${alert.event}|${alert.danger}|${isUpcoming(alert, now)}` : undefined;
    const group = key === undefined ? undefined : groupByKey.get(key);
    if (group) group.push(alert);
    else {
      const begun = [alert];
      groups.push(begun);
      if (key !== undefined) groupByKey.set(key, begun);
    }
  }
  return groups;
}

/** Returns whether it is severe or worse, so that open pages refresh more often. */
export const isSevere = ({ severity, level }: { severity: string; level: string }): boolean =>
  level === 'emergency' || severity === 'Extreme' || severity === 'Severe';
