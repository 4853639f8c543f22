import type { RiskLabel } from '@site/proto/weather/v1/outlook.responses';
import { riskName } from './outlook.js';

/** The center's own words, lowest first. */
const meanings: Record<RiskLabel, string> = {
  TSTM: 'Thunderstorms are possible, severe ones are not expected.',
  MRGL: 'Isolated severe thunderstorms possible.',
  SLGT: 'Scattered severe thunderstorms possible.',
  ENH: 'Numerous severe thunderstorms possible.',
  MDT: 'Widespread severe thunderstorms likely.',
  HIGH: 'Widespread severe thunderstorms expected.',
};
const labels = Object.keys(meanings);

/** Levels are of five; general thunderstorms are below the scale, at 0. */
export const describeRisk = (label: RiskLabel) => ({
  name: riskName(label),
  meaning: meanings[label],
  level: labels.indexOf(label),
});
