import * as strings from '../../strings.js';

export interface NavigationItem {
  label: string;
  path: string;
  /** The one link that looks like a button. */
  prominent?: boolean;
}

/** The public links in the specification's order; "Our Shop" follows them, on another site. */
export const navigation: NavigationItem[] = [
  { label: strings.home, path: '/' },
  { label: strings.weather, path: '/weather' },
  { label: strings.getAlerts, path: '/alert', prominent: true },
  { label: strings.about, path: '/about' },
  { label: strings.contactUs, path: '/contact' },
  { label: strings.liveCam, path: '/livecam' },
];
