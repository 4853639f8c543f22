import type { RiskLabel } from '@site/proto/weather/v1/outlook.answers';
import { riskName } from './outlook.js';

/** The center's descriptions of its categories, lowest first. */
const meanings: Record<RiskLabel, string> = {
  TSTM: 'Thunderstorms are possible, severe ones are not expected.',
  MRGL: 'Isolated severe thunderstorms possible.',
  SLGT: 'Scattered severe thunderstorms possible.',
  ENH: 'Numerous severe thunderstorms possible.',
  MDT: 'Widespread severe thunderstorms likely.',
  HIGH: 'Widespread severe thunderstorms expected.',
};
const labels = Object.keys(meanings);

/** Returns a category's name, meaning and level of five; general thunderstorms are below the scale, at 0. */
export const riskWords = (label: RiskLabel) => ({
  name: riskName(label),
  meaning: meanings[label],
  level: labels.indexOf(label),
});
