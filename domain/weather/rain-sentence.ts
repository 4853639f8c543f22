/** When rain starts, gets heavy and ends in the next hour, and the sentence about it. Never about tornadoes, hail or wind. */

export interface RainStep {
  time: string;
  intensity: 'none' | 'light' | 'moderate' | 'heavy' | 'unknown';
  /** 0 to 1. */
  confidence: number;
}
type Rain = 'light' | 'moderate' | 'heavy';

/** Parts of the sentence in one language; times are as `at` formats them. */
export interface RainMessages {
  intensities: Record<Rain, string>;
  starts: (intensity: string, time: string) => string;
  falling: (intensity: string) => string;
  heavier: (intensity: string, time: string) => string;
  ends: (time: string) => string;
  lasts: (time: string) => string;
}

export const englishRain: RainMessages = {
  intensities: { light: 'light', moderate: 'moderate', heavy: 'heavy' },
  starts: (intensity, time) => `${intensity} rain from about ${time}`,
  falling: (intensity) => `${intensity} rain now`,
  heavier: (intensity, time) => `, ${intensity} around ${time}`,
  ends: (time) => `, ending around ${time}`,
  lasts: (time) => `, until ${time} at least`,
};

/** Of ten starts that the benchmark's forecasts announced or missed, those right within ten minutes (docs/benchmarks.md). */
export const rightStartsOfTen = 6;

/** Later steps are less certain than this: nothing is said about them. */
const minConfidence = 0.2;
/** Half of the time between steps. */
const halfStepMs = 2.5 * 60_000;
const strengths: Record<RainStep['intensity'], number> = { unknown: 0, none: 0, light: 1, moderate: 2, heavy: 3 };
const isRain = (step: RainStep): step is RainStep & { intensity: Rain } => strengths[step.intensity] > 0;
const timeOf = ({ time }: RainStep) => Date.parse(time);

/** Returns the steps from now on that are certain enough, up to the first unknown one. */
export function certainSteps(steps: readonly RainStep[], now: number): RainStep[] {
  const ahead = steps.filter((step) => timeOf(step) > now - halfStepMs);
  const end = ahead.findIndex(({ intensity, confidence }) => intensity === 'unknown' || confidence < minConfidence);
  return end < 0 ? ahead : ahead.slice(0, end);
}

/**
 * Returns "Light rain from about 5:40 PM, heavy around 6:05 PM"; undefined if none is falling or near.
 * @param at formats a time
 */
export function rainSentence(
  steps: readonly RainStep[],
  now: number,
  { intensities, starts, falling, heavier, ends, lasts }: RainMessages,
  at: (timestamp: number) => string,
): string | undefined {
  const ahead = certainSteps(steps, now);
  const start = ahead.findIndex(isRain);
  const first = ahead[start];
  if (!first || !isRain(first)) return undefined;
  const length = ahead.slice(start).findIndex((step) => !isRain(step));
  const spell = length < 0 ? ahead.slice(start) : ahead.slice(start, start + length);
  const peak = spell.find(({ intensity }) => intensity === 'heavy') ?? spell.find(isStronger(first));
  const end = length < 0 ? undefined : ahead[start + length];
  const last = spell.at(-1);
  const sentence = [
    start === 0 ? falling(intensities[first.intensity]) : starts(intensities[first.intensity], at(timeOf(first))),
    peak && isRain(peak) && isStronger(first)(peak) ? heavier(intensities[peak.intensity], at(timeOf(peak))) : '',
    end ? ends(at(timeOf(end))) : start === 0 && last && spell.length > 1 ? lasts(at(timeOf(last))) : '',
  ].join('');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

const isStronger = (first: RainStep) => (step: RainStep) => strengths[step.intensity] > strengths[first.intensity];
