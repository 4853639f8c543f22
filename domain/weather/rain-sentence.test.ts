import { certainSteps, englishRain, rainSentence, type RainStep } from './rain-sentence.js';

const now = Date.parse('2026-11-30T23:20:00Z');
const letters = { '-': 'none', l: 'light', m: 'moderate', h: 'heavy', '?': 'unknown' } as const;
/** One letter per five minutes from `now` on. */
const stepsOf = (text: string, confidence = () => 0.8): RainStep[] =>
  Array.from(text, (letter, index) => ({
    time: new Date(now + index * 300_000).toISOString(),
    intensity: letters[letter as keyof typeof letters],
    confidence: confidence(),
  }));
const at = (timestamp: number) => new Date(timestamp).toISOString().slice(11, 16);
const sentence = (text: string) => rainSentence(stepsOf(text), now, englishRain, at);

it.each([
  ['----llllhhlll', 'Light rain from about 23:40, heavy around 00:00'],
  ['--lll--------', 'Light rain from about 23:30, ending around 23:45'],
  ['--lmm--------', 'Light rain from about 23:30, moderate around 23:35, ending around 23:45'],
  ['mmmm---------', 'Moderate rain now, ending around 23:40'],
  ['hhhhhhhhhhhhh', 'Heavy rain now, until 00:20 at least'],
  ['--hhhhhhhhhhh', 'Heavy rain from about 23:30'],
  ['-------------', undefined],
  // Nothing is said beyond an unknown step.
  ['--?hhhhhhhhhh', undefined],
  ['?hhhhhhhhhhhh', undefined],
  ['', undefined],
])('says of %s: %s', (text, expected) => {
  expect(sentence(text)).toBe(expected);
});

it('ignores past steps', () => {
  expect(rainSentence(stepsOf('ll----------h'), now + 12 * 60_000, englishRain, at)).toBe(
    'Heavy rain from about 00:20',
  );
});

it('ends where the forecast is too uncertain', () => {
  let confidence = 1;
  expect(
    certainSteps(
      stepsOf('-------------', () => (confidence -= 0.15)),
      now,
    ),
  ).toHaveLength(5);
});
