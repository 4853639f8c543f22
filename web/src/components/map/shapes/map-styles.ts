/**
 * The maps' colors on light, dark and satellite backgrounds. Maps don't accept CSS variables, so these repeat the tokens
 * of styles.css.
 */

const colors = {
  otherBorder: ['#d3dae0', '#212b36', 'rgba(255, 255, 255, 0.25)'],
  countyBorder: ['#b4bfc9', '#45515e', 'rgba(255, 255, 255, 0.6)'],
  /** Contrasts with radar and outlook colors as well as with the background. */
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
  /** Below an alert's outline, so that it contrasts with every layer. */
  alertCasing: ['#ffffff', '#edf2f8', '#ffffff'],
} as const;

export interface MapTheme extends Record<keyof typeof colors, string> {
  /** Outside and inside the state; absent on satellite images. */
  ground?: { outside: string; inside: string };
  /** The hatchings that are visible on this background. */
  hatching: 'onLight' | 'onDark';
}

const colorsAt = (column: 0 | 1 | 2) =>
  Object.fromEntries(Object.entries(colors).map(([name, each]) => [name, each[column]])) as Record<
    keyof typeof colors,
    string
  >;
const light: MapTheme = { ...colorsAt(0), ground: { outside: '#e6ebef', inside: '#fcfdfe' }, hatching: 'onLight' };
const dark: MapTheme = { ...colorsAt(1), ground: { outside: '#0d151e', inside: '#1f2a36' }, hatching: 'onDark' };
export const satelliteTheme: MapTheme = { ...colorsAt(2), hatching: 'onDark' };

export const getCountyTheme = (isDark: boolean): MapTheme => (isDark ? dark : light);
