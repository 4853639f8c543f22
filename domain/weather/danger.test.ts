import { nextTurn, phaseOf } from './alert-times.js';
import { byDanger, dangerOf, foldSimilar, isDeadly, threatStepOf, type DangerSigns, type Foldable } from './danger.js';

const now = Date.parse('2026-11-22T00:12:00Z');
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

const of = (event: string, signs: Partial<DangerSigns> = {}) => dangerOf({ event, severity: 'Severe', ...signs });

describe('danger', () => {
  it('puts emergencies first, then observed dangers, then warnings, watches, advisories and statements', () => {
    const order = [
      of('Tornado Warning', { tornadoDamageThreat: 'CATASTROPHIC', tornadoDetection: 'OBSERVED' }),
      of('Flash Flood Warning', { flashFloodDamageThreat: 'CATASTROPHIC' }),
      of('Extreme Wind Warning'),
      of('Tornado Warning', { tornadoDamageThreat: 'CONSIDERABLE' }),
      of('Tornado Warning', { tornadoDetection: 'OBSERVED' }),
      of('Tornado Warning', { tornadoDetection: 'RADAR INDICATED' }),
      of('Severe Thunderstorm Warning', { thunderstormDamageThreat: 'DESTRUCTIVE' }),
      of('Dust Storm Warning', { desc: 'THIS IS A PARTICULARLY DANGEROUS SITUATION.' }),
      of('Flash Flood Warning', { flashFloodDamageThreat: 'CONSIDERABLE' }),
      of('Civil Danger Warning'),
      of('Flash Flood Warning'),
      of('Severe Thunderstorm Warning'),
      of('Civil Emergency Message'),
      of('Snow Squall Warning'),
      of('Ice Storm Warning', { desc: 'This is a PARTICULARLY DANGEROUS SITUATION.' }),
      of('Ice Storm Warning'),
      of('Winter Storm Warning'),
      of('Flood Warning'),
      of('Brisk Wind Warning'),
      of('Tornado Watch', { desc: 'THIS IS A PARTICULARLY DANGEROUS SITUATION.' }),
      of('Tornado Watch'),
      of('Severe Thunderstorm Watch'),
      of('Flood Watch'),
      of('Fire Weather Watch'),
      of('Wind Advisory'),
      of('Special Weather Statement'),
    ].map(({ danger }) => danger);
    expect(order).toEqual(order.toSorted((left, right) => left - right));
    expect(new Set(order).size).toBe(order.length);
  });

  it.each<[string, Partial<DangerSigns>, string]>([
    ['Tornado Warning', { tornadoDamageThreat: 'CATASTROPHIC' }, 'Tornado emergency'],
    ['Tornado Warning', { nwsHeadline: 'TORNADO EMERGENCY FOR LITTLE ROCK' }, 'Tornado emergency'],
    ['Flash Flood Warning', { desc: 'This is a FLASH FLOOD EMERGENCY for Bentonville.' }, 'Flash flood emergency'],
    ['Tornado Warning', { desc: 'This is a PARTICULARLY DANGEROUS SITUATION.' }, 'Particularly dangerous situation'],
    ['Severe Thunderstorm Warning', { thunderstormDamageThreat: 'destructive ' }, 'Destructive'],
    ['Tornado Warning', { tornadoDetection: 'OBSERVED' }, 'Tornado on the ground'],
    ['Flash Flood Warning', { flashFloodDamageThreat: 'CONSIDERABLE' }, 'Considerable damage threat'],
    ['Flood Warning', {}, ''],
  ])('gives %s %j the badge %s', (event, signs, badge) => {
    expect(of(event, signs).badge).toBe(badge);
  });

  it.each([
    ['Tornado Warning', 'warning'],
    ['civil danger warning', 'warning'],
    ['Civil Emergency Message', 'warning'],
    ['911 Telephone Outage', 'warning'],
    ['911 Telephone Outage Emergency', 'warning'],
    ['Tornado Watch', 'watch'],
    ['Flood Advisory', 'advisory'],
    ['Air Quality Alert', 'statement'],
    ['Hydrologic Outlook', 'statement'],
  ])('gives %s the level %s', (event, level) => {
    expect(of(event).level).toBe(level);
  });

  const pds = { desc: 'This is a PARTICULARLY DANGEROUS SITUATION.' };
  const tornado = 'Tornado Warning';
  const flood = 'Flash Flood Warning';
  const storm = 'Severe Thunderstorm Warning';
  const emergencies = [
    [
      of(tornado, { tornadoDamageThreat: 'CATASTROPHIC' }),
      of(tornado, { desc: 'TORNADO EMERGENCY for Cabot.', tornadoDetection: 'RADAR INDICATED' }),
    ],
    [of(flood, { flashFloodDamageThreat: 'CATASTROPHIC' }), of(flood, { nwsHeadline: 'FLASH FLOOD EMERGENCY' })],
  ];
  const warnings = [
    [of('Extreme Wind Warning'), of('Extreme Wind Warning', pds)],
    [of(tornado, { tornadoDamageThreat: 'CONSIDERABLE', tornadoDetection: 'OBSERVED' }), of(tornado, pds)],
    [of(tornado, { tornadoDetection: 'OBSERVED' }), of(tornado, { tornadoDetection: 'CONFIRMED' })],
    [of(tornado), of(tornado, { tornadoDetection: 'RADAR INDICATED' }), of(tornado, { tornadoDetection: 'POSSIBLE' })],
    [of(storm, { thunderstormDamageThreat: 'DESTRUCTIVE' })],
    [
      of(storm, { thunderstormDamageThreat: 'CATASTROPHIC' }),
      of(flood, { flashFloodDamageThreat: 'DESTRUCTIVE' }),
      of('Snow Squall Warning', pds),
    ],
    [of(storm, { thunderstormDamageThreat: 'CONSIDERABLE' }), of(flood, { flashFloodDamageThreat: 'CONSIDERABLE' })],
    [of('Civil Danger Warning')],
  ];

  it('ranks any tornado above a destructive thunderstorm, and extreme wind above a tornado', () => {
    const ranks = [...emergencies, ...warnings].map((equals) => [...new Set(equals.map(({ danger }) => danger))]);
    expect(ranks.map(({ length }) => length)).toEqual(ranks.map(() => 1));
    const order = ranks.flat();
    expect(order).toEqual([...new Set(order)].toSorted((left, right) => left - right));
  });

  it('has the level of an emergency only where the NWS declares one: for tornadoes and flash floods', () => {
    expect([...new Set(emergencies.flat().map(({ level }) => level))]).toEqual(['emergency']);
    expect([...new Set(warnings.flat().map(({ level }) => level))]).toEqual(['warning']);
  });

  it.each<[string, Partial<DangerSigns>, string]>([
    ['Tornado Warning', { tornadoDamageThreat: 'CONSIDERABLE' }, 'Particularly dangerous situation'],
    ['Tornado Warning', { tornadoDamageThreat: 'BASE', tornadoDetection: 'OBSERVED' }, 'Tornado on the ground'],
    ['Flash Flood Warning', { flashFloodDamageThreat: 'CONSIDERABLE' }, 'Considerable damage threat'],
    ['Severe Thunderstorm Warning', { thunderstormDamageThreat: 'CONSIDERABLE' }, 'Considerable damage threat'],
    ['Severe Thunderstorm Warning', { thunderstormDamageThreat: 'DESTRUCTIVE' }, 'Destructive'],
  ])('is never raised above a damage threat by the text: %s %j', (event, signs, badge) => {
    const desc = [
      'TORNADO EMERGENCY FOR MENA.',
      'THIS IS A FLASH FLOOD EMERGENCY FOR MENA.',
      'THIS IS A PARTICULARLY DANGEROUS SITUATION.',
    ].join('\n\n');
    const judged = of(event, { ...signs, desc });
    expect(judged).toEqual(of(event, signs));
    expect(judged).toMatchObject({ level: 'warning', badge });
  });

  it('is not that of an emergency that the text ends, rules out or has on the next line', () => {
    const content = [
      'THE TORNADO EMERGENCY FOR MENA HAS BEEN CANCELLED',
      '...THE TORNADO EMERGENCY FOR THE CITY OF MENA AND ITS SURROUNDINGS IS NO\nLONGER IN EFFECT...',
      'There is no tornado emergency.',
    ];
    for (const desc of content) {
      const considerable = of('Tornado Warning', { tornadoDamageThreat: 'CONSIDERABLE', desc });
      expect(considerable).toMatchObject({ danger: 3, level: 'warning', badge: 'Particularly dangerous situation' });
      expect(of('Tornado Warning', { nwsHeadline: desc })).toMatchObject({ danger: 5, badge: '' });
    }
    expect(of('Flash Flood Warning', { desc: 'The flash flood\nemergency has ended.' }).level).toBe('warning');
    expect(of('Tornado Warning', { desc: '...TORNADO\nEMERGENCY FOR MENA...' }).level).toBe('emergency');
    expect(
      of('Tornado Warning', { tornadoDamageThreat: 'EXTRAORDINARY', desc: 'TORNADO EMERGENCY for Mena.' }).level,
    ).toBe('emergency');
  });

  it.each([
    'Ice Storm Warning',
    'Blizzard Warning',
    'Winter Storm Warning',
    'High Wind Warning',
    'Red Flag Warning',
    'Extreme Heat Warning',
    'Extreme Cold Warning',
    'Hurricane Warning',
    'Flood Warning',
    'Lake Effect Snow Warning',
  ])('of a particularly dangerous %s is the first of its kind, and not deadly within minutes', (event) => {
    const desc = '* WHAT...Significant icing. This is a PARTICULARLY\n  DANGEROUS SITUATION.';
    const judged = of(event, { desc });
    const defaults = of(event);
    expect(judged).toEqual({
      danger: defaults.danger - 1,
      level: 'warning',
      badge: 'Particularly dangerous situation',
    });
    expect(isDeadly(judged)).toBe(false);
    expect(judged.danger).toBeGreaterThan(of('Severe Thunderstorm Warning').danger);
    expect([threatStepOf(judged), threatStepOf(defaults)]).toEqual([2, 0]);
    expect(of(event, { desc: 'This is not a particularly dangerous situation.' })).toEqual(defaults);
  });

  it('does not treat a text that only mentions an emergency as one', () => {
    expect(of('Special Weather Statement', { desc: 'No TORNADO EMERGENCY is expected.' }).level).toBe('statement');
  });

  it('rises in steps that are worth another notification', () => {
    const step = (signs: Partial<DangerSigns>) => threatStepOf(of('Tornado Warning', signs));
    expect([
      step({}),
      step({ tornadoDetection: 'OBSERVED' }),
      step({ tornadoDamageThreat: 'CONSIDERABLE' }),
      step({ tornadoDamageThreat: 'CATASTROPHIC' }),
    ]).toEqual([0, 1, 2, 3]);
  });
});

const alert = (id: string, event: string, changes: Partial<Foldable> = {}): Foldable => ({
  id,
  event,
  ...of(event),
  urgency: 'Immediate',
  effective: inMinutes(-30),
  ends: inMinutes(30),
  ...changes,
});

describe('the order of alerts', () => {
  it("is danger, then urgency, then sooner start, then newer; alerts that haven't begun come last", () => {
    const sorted = [
      alert('tomorrow', 'Tornado Warning', { onset: inMinutes(600) }),
      alert('advisory', 'Wind Advisory'),
      alert('older', 'Flood Warning', { effective: inMinutes(-60) }),
      alert('newer', 'Flood Warning'),
      alert('future', 'Flood Warning', { urgency: 'Future' }),
      alert('storm', 'Severe Thunderstorm Warning'),
      alert('soon', 'Winter Storm Warning', { onset: inMinutes(100) }),
    ].sort(byDanger(now));
    expect(sorted.map(({ id }) => id)).toEqual(['storm', 'newer', 'older', 'future', 'advisory', 'tomorrow', 'soon']);
  });

  it('folds long-lived alerts of a kind into one line, so that they push nothing off the list', () => {
    const rivers = Array.from({ length: 8 }, (_unused, index) =>
      alert(`river${index}`, 'Flood Warning', {
        ends: index > 3 ? null : inMinutes(3_000),
        effective: inMinutes(-600),
      }),
    );
    const flash = [alert('flash1', 'Flash Flood Warning'), alert('flash2', 'Flash Flood Warning')];
    const groups = foldSimilar([...flash, ...rivers, alert('advisory', 'Wind Advisory')].sort(byDanger(now)), now);
    expect(groups.map((group) => group.length)).toEqual([1, 1, 8, 1]);
  });

  it('never folds emergencies, or active alerts with later ones', () => {
    const emergency = { danger: 1, level: 'emergency', ends: null };
    const groups = foldSimilar(
      [
        alert('a', 'Flash Flood Warning', emergency),
        alert('b', 'Flash Flood Warning', emergency),
        alert('c', 'Flood Watch', { ends: null }),
        alert('d', 'Flood Watch', { ends: null, onset: inMinutes(600) }),
      ],
      now,
    );
    expect(groups).toHaveLength(4);
  });
});

describe('the time of an alert', () => {
  it.each([
    [{ onset: inMinutes(-1), ends: inMinutes(1) }, 'now'],
    [{ onset: inMinutes(10), ends: inMinutes(20) }, 'later'],
    [{ onset: inMinutes(0.5) }, 'now'],
    [{ onset: inMinutes(-10), ends: inMinutes(0) }, 'over'],
    [{ onset: null, ends: null }, 'now'],
    [{ onset: 'soon', ends: 'later' }, 'now'],
  ])('is by onset and end: %j is %s', (times, phase) => {
    expect(phaseOf({ effective: inMinutes(-5), ...times }, now)).toBe(phase);
  });

  it('finds the next time one begins or ends', () => {
    const times = [
      { effective: inMinutes(-5), onset: inMinutes(20), ends: inMinutes(40) },
      { effective: inMinutes(-5), ends: inMinutes(30) },
    ];
    expect(nextTurn(times, now)).toBe(now + 19 * 60_000);
    expect(nextTurn([{ effective: inMinutes(-5) }], now)).toBeUndefined();
  });
});
