import * as strings from '@/strings/public-strings.js';

export interface NavigationLink {
  label: string;
  path: string;
  /** Rendered by the gateway, not by this application. */
  isDocument?: boolean;
}

export interface NavigationItem extends NavigationLink {
  prominent?: boolean;
  inside?: readonly NavigationLink[];
}

/** In the specification's order; "Our Shop", an external site, follows. */
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

/** The specification's links omit these, but visitors look for them. */
export const morePages: readonly NavigationLink[] = [
  { label: 'Snapshots', path: '/snapshots' },
  { label: 'Blog', path: '/blogs' },
  { label: 'Sponsors', path: '/sponsors' },
  { label: 'How fast our warnings are', path: '/delivery' },
];
