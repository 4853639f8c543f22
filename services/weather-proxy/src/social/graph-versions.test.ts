import { defaultGraphVersion, graphVersionLife } from './graph-versions.js';

const on = (day: string) => Date.parse(`${day}T12:00:00Z`);

it.each([
  ['v23.0', '2026-11-29', { state: 'current', expires: '2027-10-08' }],
  ['v23.0', '2027-07-11', { state: 'near', expires: '2027-10-08' }],
  ['v23.0', '2027-10-08', { state: 'expired', expires: '2027-10-08' }],
  ['v21.0', '2026-11-29', { state: 'near', expires: '2027-01-21' }],
  ['v20.0', '2026-11-29', { state: 'expired', expires: '2026-09-24' }],
  // Its end isn't announced.
  ['v26.0', '2028-06-01', { state: 'near', expires: '2028-07-29' }],
  ['v3.3', '2026-11-29', { state: 'expired', expires: undefined }],
  ['v31.0', '2026-11-29', { state: 'current', expires: undefined }],
])('%s on %s', (version, day, life) => {
  expect(graphVersionLife(version, on(day))).toEqual(life);
});

it('lists the default', () => {
  expect(graphVersionLife(defaultGraphVersion, on('2026-11-29')).expires).toBeDefined();
});
