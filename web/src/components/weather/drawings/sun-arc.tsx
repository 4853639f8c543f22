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
    <section aria-label="Sunrise and sunset" className="card flex flex-col p-5 md:p-6">
      <Heading className="text-lg">Sunrise and sunset</Heading>
      <svg viewBox="0 0 300 152" aria-hidden="true" className="mx-auto mt-4 w-full max-w-80">
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
        <text x="150" y="104" textAnchor="middle" fill="var(--ink-soft)" fontSize="15">
          {caption(share, sunrise, sunset, minutes)}
        </text>
      </svg>
      <dl className="figures mt-2 flex flex-wrap justify-between gap-x-4">
        <SunTime Icon={Sunrise} term="Sunrise" time={astro?.sunrise} />
        <SunTime Icon={Sunset} term="Sunset" time={astro?.sunset} />
      </dl>
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

function SunTime({ Icon, term, time }: { Icon: typeof Sunrise; term: string; time: string | undefined }) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-sm text-ink-soft">
        <Icon aria-hidden="true" size={18} />
        {term}
      </dt>
      <dd className="text-lg font-semibold">{time ? plainClockTime(time) : strings.noReading}</dd>
    </div>
  );
}
