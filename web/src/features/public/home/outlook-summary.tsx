import type { Outlook } from '@site/proto/weather/v1/outlook.responses';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { readEmbeddedData } from '@/api/embedded-response.js';
import { documentTime } from '@/components/alerts/alert-queries.js';
import { usePlace } from '@/components/places/place.js';
import { checkedOutlook, outlookHeadline } from '@/components/storm/outlook.js';
import { stormQuery, useServerTime, type Timed } from '@/components/storm/storm-query.js';
import type { Coordinates } from '@/components/weather/weather-queries.js';

/** The embedded outlook has no areas, so it's cached under a separate key that maps don't use. */
const outlookInBriefQuery = queryOptions({
  ...stormQuery<Outlook>(['outlook', 'in brief'], '/main/weather/outlook', 'the storm outlook', 5),
  initialData: () => readEmbeddedData<Timed<Outlook>>('outlook-data'),
  initialDataUpdatedAt: documentTime,
  select: checkedOutlook<Timed<Outlook>>,
});

/** The map shapes take 40 kB, so they load only when a place was chosen and storms are possible. */
const countyQuery = ({ lat, lon }: Coordinates) => ({
  queryKey: ['county at', lat.toFixed(3), lon.toFixed(3)],
  queryFn: async () => (await import('@/components/places/county-of-place.js')).countyOf({ lat, lon }),
  staleTime: Infinity,
});

/** Today's risk for the visitor's county or the state. Without a risk, says what the map shows. */
export function OutlookSummary({ otherwise }: { otherwise: string }) {
  const { coordinates, selectedPlace, status } = usePlace();
  const { data } = useQuery(outlookInBriefQuery);
  const now = useServerTime(data);
  const statewide = outlookHeadline(data, now);
  const isPlace = selectedPlace !== undefined || status === 'used';
  const { data: county } = useQuery({ ...countyQuery(coordinates), enabled: isPlace && statewide !== undefined });
  const countyHeadline = county && outlookHeadline(data, now, { fips: county.id, name: county.name });
  const headline = countyHeadline ?? statewide;
  if (!headline) return otherwise;
  return (
    <strong className="font-semibold">
      {headline}
      {/* On a phone, a third line would push the content below it down. */}
      <span className="hidden sm:inline">. Storm Prediction Center</span>
    </strong>
  );
}
