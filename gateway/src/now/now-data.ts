import type { County } from '@site/proto/weather/v1/counties';

/** What the small pages know, read from the public answers, so that they say the same as the large ones. */

export interface NowAlert {
  id: string;
  event: string;
  severity: string;
  headline: string;
  desc: string;
  instruction: string;
  counties: string[];
  effective: string;
  /** Absent when open-ended. */
  expires: string | null;
}

export interface NowAlerts {
  /** "No alerts" may be said only then. */
  ok: boolean;
  /** When the provider was last asked successfully; null if never. */
  updatedAt: string | null;
  alerts: NowAlert[];
}

interface Condition {
  text?: string;
}

export interface NowConditions {
  location: { name?: string };
  current: {
    temp_f?: number;
    temp_c?: number;
    feelslike_f?: number;
    feelslike_c?: number;
    wind_mph?: number;
    wind_kph?: number;
    wind_dir?: string;
    humidity?: number;
    vis_miles?: number;
    condition?: Condition;
  };
  forecast: { forecastday: { day?: { maxtemp_f?: number; mintemp_f?: number; daily_chance_of_rain?: number } }[] };
  meta: { fetchedAt: string; observedAt: string | null; stale: boolean; sample: boolean };
}

/** "No alerts" is claimed for this long after a success (as in `weather-answers.ts`; these pages may be made later). */
const believedForMs = 5 * 60_000;

/** The answer about alerts as it is true at `now`; nothing known at all when there is no answer. */
export function alertsAt(answer: NowAlerts | undefined, now: number): NowAlerts {
  if (!answer) return { ok: false, updatedAt: null, alerts: [] };
  const isYoung = answer.updatedAt !== null && now - Date.parse(answer.updatedAt) < believedForMs;
  return {
    ok: answer.ok && isYoung,
    updatedAt: answer.updatedAt,
    alerts: answer.alerts.filter(({ expires }) => expires === null || Date.parse(expires) > now),
  };
}

/** The alerts of one county, most severe first as they come. */
export const alertsIn = ({ alerts }: NowAlerts, { fips }: County): NowAlert[] =>
  alerts.filter(({ counties }) => counties.includes(fips));
