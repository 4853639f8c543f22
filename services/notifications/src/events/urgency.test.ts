import { dangerOf } from '@site/domain/weather/danger';
import { alertLevelOf, deliveryOptionsOf, sendUntil } from './urgency.js';

const now = Date.parse('2026-12-04T18:00:00Z');
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
const anAlert = (event: string, desc = '') => ({ event, ...dangerOf({ event, severity: 'Severe', desc }) });
const pds = 'THIS IS A PARTICULARLY DANGEROUS\nSITUATION.';

it.each(['Ice Storm Warning', 'Blizzard Warning', 'Red Flag Warning', 'Extreme Cold Warning', 'High Wind Warning'])(
  'treats a particularly dangerous %s as its kind, and sends it until its end',
  (event) => {
    const alert = anAlert(event, pds);
    expect(alert.badge).toBe('Particularly dangerous situation');
    expect(alertLevelOf(alert)).toBe(3);
    expect(deliveryOptionsOf(alert)).toEqual(deliveryOptionsOf(anAlert(event)));
    expect(sendUntil({ ...alert, ends: inHours(44) }, now)).toBe(Date.parse(inHours(44)));
  },
);

it.each([
  ['Tornado Warning', 4, 45],
  ['Severe Thunderstorm Warning', 3, 120],
  ['Flash Flood Warning', 3, 120],
  ['Winter Storm Watch', 2, 240],
  ['Wind Advisory', 1, 360],
])('sends a %s of level %i for up to %i minutes', (event, level, minutes) => {
  const alert = anAlert(event);
  expect(alertLevelOf(alert)).toBe(level);
  expect(sendUntil({ ...alert, ends: inHours(24) }, now)).toBe(now + minutes * 60_000);
  expect(sendUntil({ ...alert, ends: inHours(0.5) }, now)).toBe(Date.parse(inHours(0.5)));
});

it('sends a warning without an end for two hours', () => {
  expect(sendUntil({ ...anAlert('Flood Warning'), ends: undefined }, now)).toBe(now + 2 * 3_600_000);
});
