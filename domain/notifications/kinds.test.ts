import { allKinds, kindLabel, kindLabels, kindOf, phenomenonOf, notificationKinds, expandAllKinds } from './kinds.js';

describe('the kind of an alert', () => {
  it.each([
    ['Tornado Warning', 'TO', 'tornado'],
    ['Severe Thunderstorm Watch', 'SV', 'severe_thunderstorm'],
    ['Flash Flood Warning', 'FF', 'flash_flood'],
    ['Flood Warning', 'FL', 'flood'],
    ['Flood Advisory', 'FA', 'flood'],
    ['Winter Weather Advisory', 'WW', 'winter'],
    ['Extreme Wind Warning', 'EW', 'wind'],
    ['Tropical Storm Warning', 'TR', 'wind'],
    ['Extreme Heat Warning', 'XH', 'heat_cold'],
    ['Freeze Warning', 'FZ', 'heat_cold'],
    ['Red Flag Warning', 'FW', 'fire'],
    ['Dense Fog Advisory', 'FG', 'other'],
  ])('%s (%s) is %s, by its code and by its name', (event, phenomenon, kind) => {
    expect(kindOf(event, phenomenon)).toBe(kind);
    expect(kindOf(event)).toBe(kind);
  });

  it('goes by the code where name and code disagree, and by the name where the code is unknown', () => {
    expect(kindOf('Special Weather Statement', 'SV')).toBe('severe_thunderstorm');
    expect(kindOf('Tornado Warning', 'QQ')).toBe('tornado');
  });

  it.each(['Special Weather Statement', 'Air Quality Alert', 'Civil Danger Warning', ''])(
    'has "%s" among the others',
    (event) => expect(kindOf(event)).toBe('other'),
  );
});

it('finds the code in the key of an event', () => {
  expect(phenomenonOf('KLZK.TO.W.0042.2026')).toBe('TO');
  expect(phenomenonOf('Xdeadbeefdeadbeefdead')).toBeUndefined();
});

it('has a label for each kind, and shows an unknown kind unchanged', () => {
  expect(notificationKinds.map(kindLabel)).not.toContain('');
  expect(kindLabel('meteor')).toBe('meteor');
  expect(kindLabel('constructor')).toBe('constructor');
});

it.each([[[allKinds]], [[...notificationKinds]], [notificationKinds.toReversed()], [['tornado', allKinds, 'meteor']]])(
  'takes %j as every kind, beside the present ones',
  (kinds) => {
    expect(expandAllKinds(kinds)).toEqual([allKinds, ...notificationKinds]);
    expect(kindLabels(kinds)).toEqual(['All kinds of weather']);
  },
);

it('leaves a choice of some kinds as it is', () => {
  const some = notificationKinds.filter((kind) => kind !== 'fire');
  expect(expandAllKinds(some)).toEqual(some);
  expect(kindLabels(['fire', 'meteor'])).toEqual(['Fire weather', 'meteor']);
});
