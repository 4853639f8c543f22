import * as strings from '../../strings.js';

export interface NavigationLink {
  label: string;
  path: string;
  /** A page of the gateway's own, not of this application. */
  isDocument?: boolean;
}

export interface NavigationItem extends NavigationLink {
  /** The one link that looks like a button. */
  prominent?: boolean;
  /** What is found under it, in a small menu. */
  inside?: readonly NavigationLink[];
}

/** The public links in the specification's order; "Our Shop" follows them, on another site. */
export const navigation: readonly NavigationItem[] = [
  { label: strings.home, path: '/' },
  {
    label: strings.weather,
    path: '/weather',
    inside: [
      { label: 'Weather now', path: '/weather' },
      { label: '7-day forecast', path: '/forecast' },
      { label: 'Map and radar', path: '/map' },
      { label: 'Hour by hour, 48 hours', path: '/hourly' },
      { label: 'County by county', path: '/county' },
      { label: 'County pages, text only', path: '/now', isDocument: true },
    ],
  },
  { label: strings.getAlerts, path: '/alert', prominent: true },
  { label: strings.about, path: '/about' },
  { label: strings.contactUs, path: '/contact' },
  { label: strings.liveCam, path: '/livecam' },
];

/** What the specification's links leave out, and people look for. */
export const morePages: readonly NavigationLink[] = [
  { label: 'Snapshots', path: '/snapshots' },
  { label: 'Blog', path: '/blogs' },
  { label: 'Sponsors', path: '/sponsors' },
  { label: 'How fast our warnings are', path: '/delivery' },
];
