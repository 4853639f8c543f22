/**
 * Hazards with a polygon (NWS Directive 10-1703, appendix), with the list's names, severity, urgency and certainty.
 * Others come from the list: seconds don't matter for them.
 */

export interface Hazard {
  event: string;
  severity: 'Extreme' | 'Severe' | 'Moderate' | 'Minor';
  urgency: 'Immediate' | 'Expected';
  certainty: 'Observed' | 'Likely';
}

const hazard = (
  event: string,
  severity: Hazard['severity'],
  urgency: Hazard['urgency'],
  certainty: Hazard['certainty'],
): Hazard => ({ event, severity, urgency, certainty });

const hazards: ReadonlyMap<string, Hazard> = new Map([
  ['TO.W', hazard('Tornado Warning', 'Extreme', 'Immediate', 'Observed')],
  ['EW.W', hazard('Extreme Wind Warning', 'Extreme', 'Immediate', 'Observed')],
  ['SV.W', hazard('Severe Thunderstorm Warning', 'Severe', 'Immediate', 'Observed')],
  ['FF.W', hazard('Flash Flood Warning', 'Severe', 'Immediate', 'Likely')],
  ['SQ.W', hazard('Snow Squall Warning', 'Severe', 'Immediate', 'Observed')],
  ['DS.W', hazard('Dust Storm Warning', 'Severe', 'Immediate', 'Observed')],
  ['FA.W', hazard('Flood Warning', 'Severe', 'Expected', 'Likely')],
  ['FL.W', hazard('Flood Warning', 'Severe', 'Expected', 'Likely')],
  ['FA.Y', hazard('Flood Advisory', 'Minor', 'Expected', 'Likely')],
  ['FL.Y', hazard('Flood Advisory', 'Minor', 'Expected', 'Likely')],
]);

/** Undefined for phenomena without a polygon. */
export const hazardOf = ({ phenomenon, significance }: { phenomenon: string; significance: string }) =>
  hazards.get(`${phenomenon}.${significance}`);
