import { englishRain } from '@site/domain/weather/rain-sentence';
import { estimateText, unreadableMotionText } from '@site/domain/weather/storm-track';
import { counties } from '@site/regions/counties';
import { stateName } from '@site/regions/state';
import { nwwsNote } from '../alert-labels.js';

interface DayOfTime {
  /** "Sunday"; absent today. */
  day?: string;
  /** "Sun, Nov 29", if the weekday is ambiguous. */
  date?: string;
  /** Without the article that some languages need in a sentence. */
  isAlone?: boolean;
}

/**
 * Every sentence of the text-only pages in English. Values are HTML: times and links arrive as elements. Each language
 * has the same keys (messages.test.ts).
 */
export const messages = {
  // Frame
  stormNotice: 'Storm notice',
  otherLanguage: 'Español',
  /** Names of pages by address. Only the Spanish pages have this navigation. */
  sitePages: {} as Readonly<Record<string, string>>,
  /** Needed only before a navigation. */
  skip: '',
  warningStrip: 'Weather warning',
  warningFor: (name: string, place: string) => `${name} for ${place}`,
  ifThere: (action: string) => `If you are there: ${action}.`,
  unavailable: 'Alert status unavailable',
  seeOffice: 'See the National Weather Service:',
  noAlerts: 'No Active Weather Alerts',
  noneListed: 'No alerts on the official list',
  removedEarly: (count: number, areWarnings: boolean, check: string) =>
    `${count} ${areWarnings ? 'warning' : 'alert'}${count === 1 ? ' was' : 's were'} removed from the official list early. Check ${check}.`,
  andMore: (count: number) => `And ${count} more`,
  statewide: ' for the whole state',
  allAlerts: 'all alerts',
  notChecked: 'We couldn’t check the alerts.',
  checkIsOld: ' This is old: do not rely on it.',
  checkedAt: (time: string, ago: string) => `Alerts checked at ${time}, ${ago}.`,
  generatedAt: (time: string) => `Updated ${time}.`,
  reloadAutomatically: 'Reload automatically',
  reloads: (seconds: number) => `It reloads ${seconds === 60 ? 'every minute' : `every ${seconds} seconds`}:`,
  stopReloading: 'stop reloading',
  sources: 'Alerts: National Weather Service. This is not an official warning service.',
  stateFeed: `Weather alerts for ${stateName}`,
  countyFeed: (county: string) => `Weather alerts for ${county}`,

  // Times
  lessThanAMinuteAgo: 'less than a minute ago',
  minutesAgo: (count: number) => `${count} minute${count === 1 ? '' : 's'} ago`,
  hoursAgo: (count: number) => `${count} hour${count === 1 ? '' : 's'} ago`,
  daysAgo: (count: number) => `${count} days ago`,
  /** @param hour "6:45 PM" */
  shortTime: (hour: string, { day, date }: DayOfTime) => (day ? `${day} ${hour}` : date ? `${date}, ${hour}` : hour),
  unlisted: (since: string | undefined, until: string | undefined, check: string) =>
    `Removed from the official list${since ? ` at ${since}` : ''}${until ? `, before its planned end (${until})` : ''}. Check ${check}.`,
  ended: (time: string, isToday: boolean) => `Ended ${isToday ? 'at ' : ''}${time}`,
  noEndTime: 'no end given',
  untilFurtherNotice: 'until further notice',
  until: (time: string) => `until ${time}`,
  begins: (time: string, until: string) => `Begins ${time}, ${until}`,
  inEffectUntil: (until: string) => `In effect now, ${until}`,
  inEffect: 'In effect now',

  // Alerts
  alerts: 'Alerts',
  /** Needed only beside translated names. */
  aboutAlerts: '',
  /** The source of its own text in the page's language. */
  weatherService: 'National Weather Service',
  fullText: 'Full text',
  ofAlert: (name: string) => ` of the ${name}`,
  inThisCounty: (count: number) => `: ${count} in this county`,
  inState: (count: number) => `: ${count} alerts`,
  also: 'Also',
  mayBeOthers: 'There may be others.',
  nwwsNote,
  forState: (when: string) => `For the whole state. ${when}`,

  // An event
  actions: {
    NEW: 'Issued',
    CON: 'Continued',
    EXT: 'Extended in time',
    EXA: 'Extended in area',
    EXB: 'Extended in time and area',
    COR: 'Corrected',
    UPG: 'Upgraded',
    CAN: 'Canceled',
    EXP: 'Expired',
    UNLISTED: 'No longer listed',
    END: 'Closed',
  } as Readonly<Record<string, string>>,
  sent: 'Sent',
  actionAt: (action: string, time: string) => `${action} ${time}`,
  endings: {
    cancelled: 'Canceled',
    expired: 'Expired',
    upgraded: 'Replaced by a stronger warning',
  } as Readonly<Record<string, string>>,
  endedSomehow: 'Ended',
  lastInformation: (when: string | undefined) => `This is the last information we have${when ? `: ${when}` : ''}.`,
  isOver: (how: string) => `This is over. ${how}.`,
  endingAt: (how: string, time: string) => `${how} ${time}`,
  successor: 'See what replaced it',
  before: 'Before',
  tooLong: 'This text is too long for this page. Read all of it at',
  pastInstructions: 'Instructions while it was in effect',
  lastText: 'Its last text, no longer in effect:',
  mapOfArea: 'Map of the warned area',
  unreadableMotion: unreadableMotionText,
  heading: 'Where it is heading',
  arrival: (town: string, time: string) => `<strong>${town}</strong> around ${time}`,
  estimate: estimateText,
  allCounties: 'All counties',
  withHistory: 'With map and history',
  noSuchAlert: 'No such alert',
  noRecord: 'We have no record of this weather alert.',
  weatherAlert: 'Weather alert',
  noSuchCounty: 'No such county',
  noCountyOfName: `There is no county of this name in ${stateName}.`,

  // Conditions
  currentConditions: 'Current conditions',
  noWeather: 'Failed to fetch weather data',
  sampleData: '<strong>Sample data</strong>: nothing here is real.',
  /** @param time "5:12 PM" */
  lastMeasured: (time: string | undefined) => `when last measured${time ? `, ${time}` : ''}`,
  inForecast: 'in this hour’s forecast',
  feelsLike: 'Feels like',
  wind: 'Wind',
  humidity: 'Humidity',
  visibility: 'Visibility',
  calm: 'calm',
  /** @param name "SSW" */
  direction: (name: string) => name,
  gusts: (speed: string) => `, gusts to ${speed}`,
  lessThan: (amount: string) => `less than ${amount}`,
  inch: 'in',
  high: 'Today’s high',
  low: 'Today’s low',
  tonight: 'Tonight’s low',
  chanceOfRain: 'Chance of rain',
  chanceOfPrecipitation: 'Chance of precipitation',
  snowToday: 'Snow today',
  iceToday: 'Ice today',
  snowOn: (weekday: string) => `Snow ${weekday}`,
  iceOn: (weekday: string) => `Ice ${weekday}`,
  sampleReadings: 'Sample readings, nothing measured. ',
  fromForecast: 'From the forecast for this hour. ',
  measuredAt: (station: string, time: string, ago: string) => `Measured at ${station}${time}, ${ago}. `,
  lastCheckedAt: (time: string) => `Last checked at ${time}. `,
  forecastIssuedAt: (time: string, ago: string) => `Forecast made at ${time}, ${ago}.`,
  forecastDelayed: ' The forecast is delayed.',
  near: (place: string) => `Near ${place}. `,
  delayed: (ago: string) => `Updated ${ago} – data delayed.`,

  // Storms
  storms: 'Storms',
  noOutlook: 'Storm outlook: not available right now.',
  outlook: (text: string) => `Storm outlook: ${text}`,
  unratedAreas: (names: string) => `It marks “${names}” here, which we can’t rate.`,
  noStorms: (validity: string) => `No severe storms are expected ${validity}.`,
  from: (time: string) => `from ${time} `,
  stormCenter: 'Storm Prediction Center',
  issued: (time: string) => `, issued ${time}`,
  lastChecked: (ago: string) => `Last checked ${ago}.`,
  rain: englishRain,
  rainEstimate: (time: string, right: number) =>
    `Our estimate from NOAA radar, ${time}. In tests, ${right} of 10 starts were right within 10 minutes.`,
  radarImage: (size: string, time: string) => `Radar picture, ${size}, ${time}`,
  minutesOld: (minutes: number) => `, ${minutes} minutes old`,
  countyPage: (county: string) => `Week, map and rivers of ${county}`,
  stateOutlook: (validity: string, risks: string) => `Storm outlook, ${validity}: ${risks}.`,
  inCounties: (count: number) => ` in ${count} ${count === 1 ? 'county' : 'counties'}`,

  // Pages
  /** @param name "Pulaski County" */
  county: (name: string) => name,
  countyNow: (county: string) => `${county} now`,
  countyDescription: (county: string) =>
    `Warnings in ${county}, ${stateName}: how long they last, what to do, and the weather right now.`,
  forecast: '7-day forecast',
  feed: 'Alerts as a feed',
  yourCounty: 'Your county now',
  listDescription: `Alerts and current conditions for all ${counties.length} counties of ${stateName}, on pages that load even on a very slow connection.`,
  countiesWarned: (count: number) => `${count} of ${counties.length} counties have alerts.`,
  counties: 'Counties',
};

/** The catalog's keys and kinds of values, for every language. */
export type Messages = typeof messages;
