import { skyOf } from './sky.js';

describe('the sky of a condition', () => {
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
  ])('our own name %s tells more than code %i: %s', (icon, code, sky) => {
    expect(skyOf({ code, icon, text: '' })).toBe(sky);
  });

  it('falls back to the name and the words for codes it does not know', () => {
    expect(skyOf({ code: 9001, text: 'Odd', icon: '/icons/few-clouds.png' })).toBe('partly-cloudy');
    expect(skyOf({ code: 0, text: 'Scattered Thunderstorms', icon: '' })).toBe('thunderstorm');
    expect(skyOf({ code: 0, text: 'Freezing Rain', icon: '' })).toBe('freezing-rain');
  });

  it('claims nothing about what it does not understand', () => {
    expect(skyOf({ code: 9001, text: 'Volcanic lightshow', icon: '' })).toBe('unknown');
    expect(skyOf(undefined)).toBe('unknown');
  });
});
