/** Query of the dashboard's home, and the names of services and providers. */
import type { Overview } from '@site/proto/submissions/v1/overview.responses';
import { queryOptions } from '@tanstack/react-query';
import { adminQuery } from '@/api/admin.js';
import { whileSignedIn } from '@/components/session/signed-out.js';

export const overviewIntervalSeconds = 15;

export const overviewQuery = queryOptions({
  ...adminQuery<Overview>(['overview'], '/admin/main/overview'),
  refetchInterval: whileSignedIn<Overview>(() => overviewIntervalSeconds * 1_000),
  // Cached figures must not look current.
  staleTime: 0,
});

export const serviceNames: Record<string, string> = {
  content: 'Content',
  submissions: 'Submissions',
  auth: 'Sign-in',
  weather: 'Weather',
  notifications: 'Notifications',
};

export const providerNames: Record<string, string> = {
  nws: 'National Weather Service',
  mrms: 'NOAA radar',
  nexrad: 'Iowa Mesonet, radar',
  spc: 'Storm Prediction Center',
  iem: 'Iowa Mesonet, reports',
  'noaa-maps': 'NOAA map server',
  nwps: 'National Water Prediction Service',
  weatherapi: 'WeatherAPI',
  mapbox: 'Mapbox',
  openweather: 'OpenWeather',
  facebook: 'Facebook',
  smtp: 'Outgoing mail',
  mail: 'Outgoing mail',
};
