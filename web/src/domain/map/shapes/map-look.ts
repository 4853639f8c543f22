/**
 * The colours of the map's own drawing: on light ground, on dark, and on photographs of the ground, whatever the theme. Maps
 * take no CSS variables, so the tokens of styles.css stand here as numbers.
 */
const colours = {
  otherBorder: ['#d3dae0', '#212b36', 'rgba(255, 255, 255, 0.25)'],
  countyBorder: ['#b4bfc9', '#45515e', 'rgba(255, 255, 255, 0.6)'],
  /** Stands out from the colours of radar and outlook as well as from the ground. */
  countyBorderOnColour: ['#74828f', '#55616e', 'rgba(255, 255, 255, 0.6)'],
  stateBorder: ['#495766', '#a8b2be', '#ffffff'],
  countyName: ['#344352', '#ccd5de', '#ffffff'],
  stateName: ['#5b6875', '#94a0ad', '#ffffff'],
  townName: ['#101c28', '#edf2f8', '#ffffff'],
  townDot: ['#7d8792', '#a8b2be', '#ffffff'],
  lake: ['#cbe2f2', '#16354c', 'transparent'],
  river: ['#6fa8d0', '#3b789f', 'transparent'],
  waterName: ['#1c5f8f', '#93c8ec', '#ffffff'],
  halo: ['#ffffff', '#131b25', 'rgba(0, 0, 0, 0.75)'],
  place: ['#006bb5', '#52b5f4', '#006bb5'],
  placeRing: ['#ffffff', '#091018', '#ffffff'],
  selection: ['#101c28', '#edf2f8', '#ffffff'],
  /** Under the outline of an alert, so that it stands out from any layer. */
  alertCasing: ['#ffffff', '#edf2f8', '#ffffff'],
} as const;

export interface MapLook extends Record<keyof typeof colours, string> {
  /** Ground outside the state and inside; absent on photographs. */
  ground?: { outside: string; inside: string };
  /** Which of the two sets of hatchings can be seen on this ground. */
  hatching: 'onLight' | 'onDark';
}

const coloursAt = (column: 0 | 1 | 2) =>
  Object.fromEntries(Object.entries(colours).map(([name, each]) => [name, each[column]])) as Record<
    keyof typeof colours,
    string
  >;
const light: MapLook = { ...coloursAt(0), ground: { outside: '#e6ebef', inside: '#fcfdfe' }, hatching: 'onLight' };
const dark: MapLook = { ...coloursAt(1), ground: { outside: '#0d151e', inside: '#1f2a36' }, hatching: 'onDark' };
export const satelliteLook: MapLook = { ...coloursAt(2), hatching: 'onDark' };

export const countyLook = (isDark: boolean): MapLook => (isDark ? dark : light);
