export interface HoursOfForecast<Hour> {
  forecastday?: readonly { hour?: readonly Hour[] | undefined }[] | undefined;
  /** 48 hours from local midnight. */
  hour?: readonly Hour[] | undefined;
}

/** Returns a forecast's hours by date and hour, such as "2026-11-20 15". */
export function hoursByTime<Hour extends { time?: string | undefined }>(
  forecast: HoursOfForecast<Hour> | undefined,
): ReadonlyMap<string | undefined, Hour> {
  const ofDays = forecast?.forecastday?.flatMap((day) => day.hour ?? []) ?? [];
  return new Map([...ofDays, ...(forecast?.hour ?? [])].map((hour) => [hour.time?.slice(0, 13), hour]));
}
