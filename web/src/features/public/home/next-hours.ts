import type { Hour } from '@site/proto/weather/v1/forecasts.answers';
import { addHours, hourLabel, hourOf } from '../../../domain/time/times.js';
import type { ForecastAnswer } from '../../../domain/time/forecast-clock.js';
import { hoursByTime } from '../../../domain/weather/hours.js';
import { chanceLabel } from '../../../domain/weather/units/precipitation.js';
import { isKnown } from '../../../domain/weather/units/readings.js';

/** As many as fit on a phone. */
const shownHours = 6;
const outlookHours = 12;

/** Minimum percentages for the weather service's terms: weather.gov/bgm/forecast_terms. */
const likelyFrom = 55;
const chanceFrom = 25;
const slightFrom = 15;

export interface NextHours {
  hours: Hour[];
  /** Precipitation in the next twelve hours; undefined when an hour is unknown. */
  outlook: string | undefined;
}

/** Returns the coming hours up to the first gap in the data. */
export function nextHours(forecast: ForecastAnswer['forecast'], localNow: string): NextHours {
  const byTime = hoursByTime(forecast);
  const ahead: Hour[] = [];
  for (let index = 1; index <= outlookHours; index += 1) {
    const hour = byTime.get(addHours(localNow, index).slice(0, 13));
    if (!hour || !isKnown(hour.temp_f)) break;
    ahead.push(hour);
  }
  return { hours: ahead.slice(0, shownHours), outlook: outlookOf(ahead) };
}

function outlookOf(ahead: Hour[]): string | undefined {
  if (ahead.length < outlookHours || !ahead.every(({ chance_of_rain }) => isKnown(chance_of_rain))) return undefined;
  const what = chanceLabel(ahead, 'rain', 'precipitation');
  const from = (percent: number) => ahead.find(({ chance_of_rain }) => (chance_of_rain ?? 0) >= percent);
  const tell = (words: string, hour: Hour) =>
    `${words} from ${hourLabel(hourOf(hour.time))} (${Math.round(hour.chance_of_rain ?? 0)}%)`;
  const likely = from(likelyFrom);
  if (likely) return tell(`${upperFirst(what)} likely`, likely);
  const possible = from(chanceFrom);
  if (possible) return tell(`A chance of ${what}`, possible);
  const slight = from(slightFrom);
  if (slight) return tell(`A slight chance of ${what}`, slight);
  // Says "No … expected" only when the forecast does.
  const time = `in the next ${outlookHours} hours`;
  return from(1) ? `${upperFirst(what)} is unlikely ${time}` : `No ${what} expected ${time}`;
}

const upperFirst = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());
