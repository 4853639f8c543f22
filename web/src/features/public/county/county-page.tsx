/** Page of one county: warnings, weather, outlook, reports and rivers. */
import { counties, type County } from '@site/regions/counties';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { NextHour } from '@/components/next-hour/next-hour.js';
import { CountyRivers } from '@/components/storm/gauge-list.js';
import { CountyOutlook } from '@/components/storm/outlook-days.js';
import { CountyReports } from '@/components/storm/storm-reports.js';
import { StormSection } from '@/components/storm/storm-section.js';
import { outlookQuery, riversQuery, stormReportsQuery } from '@/components/storm/storm-queries.js';
import { RadarPreview } from '@/components/radar/radar-preview.js';
import { useLocalTime } from '@/components/time/forecast-clock.js';
import { DayCards } from '@/components/weather/day-cards.js';
import { HourlyChart } from '@/components/weather/drawings/hourly-chart.js';
import { hourlySlots } from '@/components/weather/hours.js';
import { rainAhead } from '@/components/weather/rain-summary.js';
import { PrintNote } from '@/components/print/print.js';
import { LazySection } from '@/ui/lazy-section.js';
import { addressOf } from '@/components/places/place-in-url.js';
import { PublicNotFoundPage } from '@/components/places/public-not-found-page.js';
import { PageTitle } from '@/ui/pages/page-title.js';
import { Section } from '@/ui/page-section.js';
import { useCountyForecast } from './county-forecast.js';
import { CountyNow } from './county-now.js';
import { CountyPhotos } from './county-photos.js';
import { CountyWarnings } from './county-warnings.js';
import { JumpList, OfficeLinks, OfficialHelp, WaysOn } from './county-links.js';
import { WidgetSnippet } from './widget-snippet.js';

/** County page: everything we have for one county. */
export function Page() {
  const { county: slug } = useParams();
  const county = counties.find((each) => each.slug === slug?.toLowerCase());
  // Keyed by FIPS code, so that open sections and choices don't carry over to another county.
  return county ? <CountyPage key={county.fips} county={county} /> : <PublicNotFoundPage />;
}

function CountyPage({ county }: { county: County }) {
  const { name } = county;
  return (
    <div className="container-page pt-5 md:pt-12">
      <PageTitle title={`${name}: weather and warnings`}>{name}</PageTitle>
      <JumpList />
      <div className="mt-3">
        <LazySection>
          <CountyWarnings county={county} />
        </LazySection>
      </div>
      <NextHour className="mt-5 max-w-2xl" place={county} />
      <div className="mt-6 flex flex-col gap-12 md:gap-16">
        <LazySection>
          <div className="of-units flex flex-col gap-[inherit]">
            <CountyWeather county={county} />
          </div>
        </LazySection>
        <LazySection>
          <Outlook county={county} />
        </LazySection>
        <LazySection>
          <Reports county={county} />
        </LazySection>
        <LazySection>
          <Rivers county={county} />
        </LazySection>
        <LazySection>
          <CountyPhotos />
        </LazySection>
        <OfficialHelp />
        <WidgetSnippet county={county} />
      </div>
      <PrintNote />
    </div>
  );
}

/** Current, hourly and daily weather from one response, with one error state. */
function CountyWeather({ county }: { county: County }) {
  const forecast = useCountyForecast(county);
  const { data, error } = forecast;
  const localNow = useLocalTime(data);
  const rain = rainAhead(data?.forecast, localNow);
  const isUnknown = !data && error !== null;
  return (
    <>
      <Section id="now" title="Now" headingClassName="sr-only">
        <CountyNow county={county} forecast={forecast} />
        <div className="mt-4 max-w-2xl print:hidden">
          <LazySection missing={null}>
            <RadarPreview title="Map and radar" />
          </LazySection>
        </div>
        <WaysOn county={county} />
      </Section>
      <Section id="hours" title="The next hours">
        {isUnknown ? (
          <p className="mt-4 text-lg text-ink-soft">We’ll show the hours when the forecast loads.</p>
        ) : (
          <>
            {rain && <p className="mt-2 text-lg font-semibold">{rain}.</p>}
            <div className="card mt-4 px-2 py-4 md:px-6 md:py-5">
              <HourlyChart slots={hourlySlots(data?.forecast, localNow)} />
            </div>
          </>
        )}
      </Section>
      <Section id="week" title="The week">
        <DayCards forecast={forecast} />
        <Link
          to={`${addressOf('/forecast', county)}#farm`}
          className="mt-3 inline-flex min-h-11 items-center text-link print:hidden"
        >
          Farm and garden: rain total, freezes, drying days
        </Link>
      </Section>
    </>
  );
}

function Outlook({ county }: { county: County }) {
  const state = useQuery(outlookQuery);
  return (
    <StormSection
      id="outlook"
      title="Severe storm outlook"
      what="the storm outlook"
      state={state}
      skeletonClassName="h-56 rounded-lg md:h-44"
      below={<OfficeLinks fips={county.fips} />}
    >
      {(data, now) => <CountyOutlook data={data} {...county} hasFailed={state.isError} now={now} />}
    </StormSection>
  );
}

function Reports({ county }: { county: County }) {
  const state = useQuery(stormReportsQuery);
  return (
    <StormSection id="reports" title="Storm reports of the last 24 hours" what="the storm reports" state={state}>
      {(data, now) => <CountyReports data={data} {...county} hasFailed={state.isError} now={now} />}
    </StormSection>
  );
}

function Rivers({ county }: { county: County }) {
  const state = useQuery(riversQuery);
  return (
    <StormSection id="rivers" title="Rivers" what="the rivers" state={state}>
      {(data, now) => <CountyRivers data={data} {...county} hasFailed={state.isError} now={now} />}
    </StormSection>
  );
}
