import { describeSky, isCalmUnderWarning, skyOf, skyUnder } from './sky.js';

describe("a condition's sky", () => {
  it.each([
    [1000, 'clear'],
    [1009, 'overcast'],
    [1195, 'heavy-rain'],
    [1276, 'thunderstorm'],
  ])('code %i is %s', (code, sky) => {
    expect(skyOf({ code, text: 'whatever', icon: '' })).toBe(sky);
  });

  it.each([
    ['wind', 1000, 'wind'],
    ['cloudy', 1009, 'overcast'],
    ['mostly-clear-night', 1000, 'partly-cloudy'],
    ['tornado', 1276, 'thunderstorm'],
  ])('prefers our own name %s to code %i: %s', (icon, code, sky) => {
    expect(skyOf({ code, icon, text: '' })).toBe(sky);
  });

  it('falls back to name and text for unknown codes', () => {
    expect(skyOf({ code: 9001, text: 'Odd', icon: '/icons/few-clouds.png' })).toBe('partly-cloudy');
    expect(skyOf({ code: 0, text: 'Scattered Thunderstorms', icon: '' })).toBe('thunderstorm');
    expect(skyOf({ code: 0, text: 'Freezing Rain', icon: '' })).toBe('freezing-rain');
  });

  it.each([
    ['Breezy, mostly cloudy', 'wind'],
    ['Mostly Cloudy and Breezy', 'wind'],
    ['Fair and Windy', 'wind'],
    ['Partly Sunny', 'partly-cloudy'],
    ['Light Rain and Breezy', 'rain'],
  ])('draws no rain for "%s" unless the text mentions it: %s', (text, sky) => {
    expect(skyOf({ code: 0, text, icon: '' })).toBe(sky);
  });

  it("is unknown for text that it can't parse", () => {
    expect(skyOf({ code: 9001, text: 'Volcanic lightshow', icon: '' })).toBe('unknown');
    expect(skyOf(undefined)).toBe('unknown');
  });
});

describe('the sky under a warning', () => {
  const now = Date.parse('2026-11-20T21:00:00Z');
  const alert = (event: string, onset = '2026-11-20T20:00:00Z') => {
    const level = event.endsWith('Warning') ? 'warning' : 'watch';
    return { event, level, effective: onset, onset };
  };

  it.each([
    ['clear', 'Tornado Warning', 'thunderstorm'],
    ['unknown', 'Severe Thunderstorm Warning', 'thunderstorm'],
    ['partly-cloudy', 'Flash Flood Warning', 'thunderstorm'],
    ['overcast', 'Winter Storm Warning', 'snow'],
    ['cloudy', 'Ice Storm Warning', 'freezing-rain'],
    ['heavy-rain', 'Tornado Warning', 'heavy-rain'],
    ['clear', 'Tornado Watch', 'clear'],
    ['clear', 'Excessive Heat Warning', 'clear'],
  ] as const)('that is %s with a %s is %s', (sky, event, rendered) => {
    expect(skyUnder(sky, [alert(event)], now)).toBe(rendered);
  });

  it('is that of the most dangerous active one', () => {
    const alerts = [alert('Winter Storm Warning', '2026-11-21T12:00:00Z'), alert('Wind Advisory')];
    expect(skyUnder('clear', alerts, now)).toBe('clear');
    expect(skyUnder('clear', [...alerts, alert('Tornado Warning'), alert('Ice Storm Warning')], now)).toBe(
      'thunderstorm',
    );
  });
});

describe('a calm sky', () => {
  const now = Date.parse('2026-11-20T21:00:00Z');
  const alert = { event: 'High Wind Warning', level: 'warning', effective: '2026-11-20T20:00:00Z' };

  it('is an earlier reading during any warning, and only then', () => {
    expect(isCalmUnderWarning('clear', [alert], now)).toBe(true);
    expect(isCalmUnderWarning('rain', [alert], now)).toBe(false);
    expect(isCalmUnderWarning('clear', [{ ...alert, level: 'watch' }], now)).toBe(false);
    expect(isCalmUnderWarning('clear', [{ ...alert, onset: '2026-11-21T12:00:00Z' }], now)).toBe(false);
    expect(isCalmUnderWarning('clear', [{ ...alert, ends: '2026-11-20T20:30:00Z' }], now)).toBe(false);
  });
});

describe('a sky in words', () => {
  const sky = (text: string) => ({ code: 1000, icon: '', text });

  it("doesn't mention the sun at night", () => {
    expect(describeSky(sky('Mostly Sunny'), false)).toBe('Mostly Clear');
    expect(describeSky(sky('Partly Sunny then Sunny'), false)).toBe('Partly Cloudy then Clear');
    expect(describeSky(sky('Thunderstorm and Heavy Rain'), false)).toBe('Thunderstorm and Heavy Rain');
  });

  it("uses the provider's text by day, and when the time is unknown", () => {
    expect(describeSky(sky('Mostly Sunny'), true)).toBe('Mostly Sunny');
    expect(describeSky(sky('Mostly Sunny'), undefined)).toBe('Mostly Sunny');
    expect(describeSky(undefined, false)).toBe('');
  });
});
