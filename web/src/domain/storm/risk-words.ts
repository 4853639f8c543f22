import type { RiskLabel } from '@site/proto/weather/v1/outlook.answers';
import { riskName } from './outlook.js';

/** What the categories mean, in the center's words, the lowest first. */
const meanings: Record<RiskLabel, string> = {
  TSTM: 'Thunderstorms are possible, severe ones are not expected.',
  MRGL: 'Isolated severe thunderstorms possible.',
  SLGT: 'Scattered severe thunderstorms possible.',
  ENH: 'Numerous severe thunderstorms possible.',
  MDT: 'Widespread severe thunderstorms likely.',
  HIGH: 'Widespread severe thunderstorms expected.',
};
const labels = Object.keys(meanings);

/** A category's name, what it means, and its place on the scale of five; general thunderstorms are below it, at 0. */
export const riskWords = (label: RiskLabel) => ({
  name: riskName(label),
  meaning: meanings[label],
  level: labels.indexOf(label),
});
