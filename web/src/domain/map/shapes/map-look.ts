/** The colours of the map's own drawing. Maps take no CSS variables, so the tokens of styles.css stand here as numbers. */

export interface MapLook {
  /** Ground outside the state and inside; absent on photographs. */
  ground?: { outside: string; inside: string };
  otherBorder: string;
  countyBorder: string;
  stateBorder: string;
  countyName: string;
  stateName: string;
  townName: string;
  townDot: string;
  halo: string;
  place: string;
  placeRing: string;
  selection: string;
  /** Under the outline of an alert, so that it stands out from any layer. */
  alertCasing: string;
  /** Which of the two sets of hatchings can be seen on this ground. */
  hatching: 'onLight' | 'onDark';
}

const light: MapLook = {
  ground: { outside: '#e6ebef', inside: '#fcfdfe' },
  otherBorder: '#d3dae0',
  countyBorder: '#b4bfc9',
  stateBorder: '#495766',
  countyName: '#344352',
  stateName: '#5b6875',
  townName: '#101c28',
  townDot: '#7d8792',
  halo: '#ffffff',
  place: '#006bb5',
  placeRing: '#ffffff',
  selection: '#101c28',
  alertCasing: '#ffffff',
  hatching: 'onLight',
};

const dark: MapLook = {
  ground: { outside: '#0d151e', inside: '#1f2a36' },
  otherBorder: '#212b36',
  countyBorder: '#45515e',
  stateBorder: '#a8b2be',
  countyName: '#ccd5de',
  stateName: '#94a0ad',
  townName: '#edf2f8',
  townDot: '#a8b2be',
  halo: '#131b25',
  place: '#52b5f4',
  placeRing: '#091018',
  selection: '#edf2f8',
  alertCasing: '#edf2f8',
  hatching: 'onDark',
};

/** On photographs of the ground, whatever the theme. */
export const satelliteLook: MapLook = {
  otherBorder: 'rgba(255, 255, 255, 0.25)',
  countyBorder: 'rgba(255, 255, 255, 0.6)',
  stateBorder: '#ffffff',
  countyName: '#ffffff',
  stateName: '#ffffff',
  townName: '#ffffff',
  townDot: '#ffffff',
  halo: 'rgba(0, 0, 0, 0.75)',
  place: '#006bb5',
  placeRing: '#ffffff',
  selection: '#ffffff',
  alertCasing: '#ffffff',
  hatching: 'onDark',
};

export const countyLook = (isDark: boolean): MapLook => (isDark ? dark : light);
