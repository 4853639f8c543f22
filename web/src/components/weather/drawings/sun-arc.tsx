import { Sunrise, Sunset } from 'lucide-react';
import * as strings from '@/strings/public-strings.js';
import { useNow } from '@/components/time/clock.js';
import { hourOf, localTimeAt, minutesOf, plainClockTime, stateTimeZone } from '@/components/time/times.js';
import type { ForecastResponse } from '@/components/time/forecast-clock.js';

const radius = 120;

/** Returns 0 at sunrise, 1 at sunset; undefined while the sun is down or unknown. */
export function daylightShare(
  sunrise: number | undefined,
  sunset: number | undefined,
  minutes: number,
): number | undefined {
  if (sunrise === undefined || sunset === undefined || sunset <= sunrise) return undefined;
  const share = (minutes - sunrise) / (sunset - sunrise);
  return share >= 0 && share <= 1 ? share : undefined;
}

interface SunArcProps {
  forecast: ForecastResponse | undefined;
  /** 3 inside a section. */
  headingLevel?: 2 | 3;
}

export function SunArc({ forecast, headingLevel = 3 }: SunArcProps) {
  const Heading = `h${headingLevel}` as const;
  const now = useNow();
  const astro = forecast?.forecast?.forecastday?.[0]?.astro;
  const local = localTimeAt(now, forecast?.location?.tz_id || stateTimeZone);
  const minutes = hourOf(local) * 60 + Number(local.slice(14, 16));
  const sunrise = minutesOf(astro?.sunrise);
  const sunset = minutesOf(astro?.sunset);
  const share = daylightShare(sunrise, sunset, minutes);
  const angle = Math.PI * (1 - (share ?? 0));
  const x = 150 + Math.cos(angle) * radius;
  const y = 140 - Math.sin(angle) * radius;
  return (
    <section aria-label="Sunrise and sunset" className="card flex flex-col px-5 py-4 md:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Heading className="text-lg">Sunrise and sunset</Heading>
        <p className="figures text-sm text-ink-soft">{caption(share, sunrise, sunset, minutes)}</p>
      </div>
      <div className="figures mt-1 flex flex-1 flex-wrap items-center justify-between gap-x-4 md:mt-4 md:content-center">
        <svg
          viewBox="0 0 300 152"
          aria-hidden="true"
          className="order-2 w-0 max-w-32 min-w-16 flex-1 md:order-none md:mx-auto md:w-full md:max-w-80 md:flex-none"
        >
          <path
            d={`M30 140A${radius} ${radius} 0 0 1 270 140`}
            fill="none"
            stroke="var(--line)"
            strokeWidth="4"
            strokeLinecap="round"
          />
          {share !== undefined && (
            <>
              <path
                d={`M30 140A${radius} ${radius} 0 0 1 ${x.toFixed(1)} ${y.toFixed(1)}`}
                fill="none"
                stroke="var(--icon-sun)"
                strokeWidth="4"
                strokeLinecap="round"
              />
              <circle cx={x} cy={y} r="18" fill="var(--icon-sun)" opacity="0.25" />
              <circle cx={x} cy={y} r="10" fill="var(--icon-sun)" />
            </>
          )}
          <path d="M8 141h284" stroke="var(--edge)" strokeWidth="1.5" strokeDasharray="2 5" strokeLinecap="round" />
        </svg>
        <dl className="contents">
          <SunTime Icon={Sunrise} term="Sunrise" time={astro?.sunrise} className="order-1" />
          <SunTime Icon={Sunset} term="Sunset" time={astro?.sunset} className="order-3" />
        </dl>
      </div>
    </section>
  );
}

function caption(
  share: number | undefined,
  sunrise: number | undefined,
  sunset: number | undefined,
  minutes: number,
): string {
  if (sunrise === undefined || sunset === undefined) return '';
  if (share !== undefined) return `${duration(sunset - minutes)} of daylight left`;
  return minutes < sunrise ? `Sunrise in ${duration(sunrise - minutes)}` : 'The sun has set';
}

function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

interface SunTimeProps {
  Icon: typeof Sunrise;
  term: string;
  time: string | undefined;
  className: string;
}

function SunTime({ Icon, term, time, className }: SunTimeProps) {
  return (
    <div className={className}>
      <dt className="flex items-center gap-2 text-sm text-ink-soft">
        <Icon aria-hidden="true" size={18} />
        {term}
      </dt>
      <dd className="text-lg font-semibold">{time ? plainClockTime(time) : strings.noReading}</dd>
    </div>
  );
}
