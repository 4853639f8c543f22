import { LazySection } from '@/ui/lazy-section.js';
import { NextHour } from '@/components/next-hour/next-hour.js';
import { DeferredStyles } from '@/ui/deferred-styles.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { Logo } from '@/ui/image.js';
import { useAlertsOf } from '@/components/alerts/use-alerts-of-place.js';
import { UnlistedElsewhere, UnlistedOfPlace } from '@/components/alerts/unlisted-alerts.js';
import { useWarnings } from '@/components/alerts/use-warnings.js';
import { useSiteContent } from '@/components/content/site-content.js';
import { usePlace } from '@/components/places/place.js';
import type { ForecastResponse } from '@/components/time/forecast-clock.js';
import { StormBannerOfHome } from '@/components/storm/storm-banner.js';
import { useSky } from '@/components/weather/use-sky.js';
import { AlertBanner, AlertsMissing } from './banner/alert-banner.js';
import { CurrentConditions } from './current-conditions.js';
import { useHomeForecast } from './home-forecast.js';
import { RadarEntry } from './radar-entry.js';
import { type Daylight, SkyScene } from './sky-scene.js';
import { hourOf, localTimeAt, minutesOf, stateTimeZone } from '@/components/time/times.js';

/** Hero: danger and current conditions at a glance, below a sky that matches the hour. */
export function Hero() {
  const forecast = useHomeForecast();
  const { sky } = useSky(forecast.data);
  const { alerts, now } = useAlertsOf(forecast.data);
  const { selectedPlace, status } = usePlace();
  // Until the place is known, the forecast is for the state's center, so these alerts aren't the visitor's own.
  const localAlerts = selectedPlace || status === 'used' ? alerts : undefined;
  const daylight = daylightOf(forecast.data, now);
  const bannerPlace = useBannerPlace();
  const banner = (
    <LazySection missing={<AlertsMissing />}>
      <AlertBanner localAlerts={localAlerts} />
    </LazySection>
  );
  return (
    <section aria-label="Weather now" className="relative isolate overflow-hidden">
      <div className="container-page flex flex-col gap-4 pt-4 pb-10 md:gap-6 md:pt-6 md:pb-36">
        {bannerPlace === 'first' && banner}
        <LazySection missing={null}>
          <UnlistedOfPlace />
        </LazySection>
        <DeferredStyles />
        <RadarEntry />
        {bannerPlace === 'after radar' && banner}
        <div className="of-place of-units grid grid-cols-1 items-end gap-4 lg:grid-cols-[minmax(0,min(40rem,60%))_minmax(0,1fr)] lg:gap-8">
          <div className="flex flex-col gap-4 lg:gap-6">
            <LazySection>
              <CurrentConditions forecast={forecast} daylight={daylight} />
            </LazySection>
            <NextHour />
          </div>
          <LazySection missing={null}>
            <TopSponsor />
          </LazySection>
        </div>
        {bannerPlace === 'after weather' && banner}
        <LazySection missing={null}>
          <StormBannerOfHome />
        </LazySection>
        <LazySection missing={null}>
          <UnlistedElsewhere className="card px-5 py-3" />
        </LazySection>
      </div>
      {/* Last, because it fills the section: while a document arrives, it would move with the section's end. */}
      <div className="of-place">
        <SkyScene sky={sky} daylight={daylight} />
      </div>
    </section>
  );
}

/**
 * Returns where the banner goes. While the strip above the page shows the warning of the visitor's place, the radar comes
 * directly below it, and other places' alerts below the weather.
 */
function useBannerPlace(): 'first' | 'after radar' | 'after weather' {
  const { local = [], isOnlyAlert = false } = useWarnings() ?? {};
  if (local.length === 0 || isOnlyAlert) return 'first';
  return local.length > 1 ? 'after radar' : 'after weather';
}

function TopSponsor() {
  const { data } = useSiteContent();
  const sponsor = data?.topSponsor;
  if (!sponsor || (!sponsor.picture && !sponsor.company_logo)) return null;
  const logo = (
    <Logo
      image={sponsor.picture}
      src={sponsor.company_logo}
      alt={sponsor.name}
      sizes="176px"
      className="h-12 w-auto max-w-[min(11rem,100%)] object-contain"
      fallback={
        <span title={sponsor.name} className="line-clamp-2 max-w-60 font-bold wrap-anywhere text-[#1a2230]">
          {sponsor.name}
        </span>
      }
    />
  );
  return (
    <div className="flex lg:justify-end">
      {/* One background color in both themes, because sponsor logos are designed for white. */}
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 rounded-lg bg-white px-5 py-1.5 text-sm text-[#3b4656] md:py-3 shadow-card">
        Top sponsor
        {sponsor.url ? (
          <OutsideLink href={sponsor.url} rel="nofollow sponsored" className="min-w-0">
            {logo}
          </OutsideLink>
        ) : (
          logo
        )}
      </div>
    </div>
  );
}

/** Minutes around sunrise and sunset with warm light. */
const duskMinutes = 35;

/** Returns day, night or dusk (which includes dawn) at the forecast's place. */
function daylightOf(forecast: ForecastResponse | undefined, now: number): Daylight {
  const local = localTimeAt(now, forecast?.location?.tz_id || stateTimeZone);
  const minutes = hourOf(local) * 60 + Number(local.slice(14, 16));
  const astro = forecast?.forecast?.forecastday?.[0]?.astro;
  const sunrise = minutesOf(astro?.sunrise);
  const sunset = minutesOf(astro?.sunset);
  if (sunrise !== undefined && sunset !== undefined) {
    if (Math.abs(minutes - sunrise) <= duskMinutes || Math.abs(minutes - sunset) <= duskMinutes) return 'dusk';
    return minutes > sunrise && minutes < sunset ? 'day' : 'night';
  }
  const isDay = forecast?.current?.is_day ?? (minutes >= 6.5 * 60 && minutes < 18.5 * 60);
  return isDay ? 'day' : 'night';
}
