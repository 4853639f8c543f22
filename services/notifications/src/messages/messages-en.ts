import { officialName, siteName, state } from '@site/regions/state';
import { adviceFor } from '@site/domain/weather/advice';

/** A time in the state's time zone. */
export interface LocalTime {
  /** "6:45 PM". */
  hour: string;
  /** "Sun"; absent today. */
  day?: string;
}

const time = ({ hour, day }: LocalTime) => (day ? `${day} ${hour}` : hour);
const short = (county: string) => county.replace(/ County$/, '');

const allPlaces = (counties: readonly string[]) =>
  counties.length > 6
    ? `${counties.slice(0, 5).join(', ')} and ${counties.length - 5} more counties`
    : new Intl.ListFormat('en-US').format(counties);

/** Every text of our messages in English. Each language has the same keys (messages.test.ts). */
export const messages = {
  // Names
  /** @param counties "Pulaski County" */
  places: ([first = state.name, second, ...others]: readonly string[]) => {
    if (!second) return first;
    return others.length > 0
      ? `${first} and ${others.length + 1} more`
      : `${short(first)} and ${short(second)} counties`;
  },
  /** The same in full. */
  allPlaces,

  // Warnings
  issued: (what: string, where: string) => `${what}: ${where}`,
  newPeriod: (what: string, where: string) => `${what}, later period: ${where}`,
  grown: (what: string, where: string) => `${what}: now also ${where}`,
  raised: (what: string, where: string) => `Now more dangerous: ${what}, ${where}`,
  canceled: (what: string, where: string) => `${what} canceled: ${where}`,
  released: (what: string, where: string) => `${what} over for ${where}`,
  unlisted: (what: string, where: string) => `${what} no longer listed: ${where}`,
  until: (end: LocalTime) => `until ${time(end)}`,
  untilFurtherNotice: 'until further notice',
  nowUntil: (until: string) => `Now ${until}.`,
  advice: adviceFor,
  issuedAt: (sent: LocalTime) => `Issued ${time(sent)}.`,
  canceledAt: (sent: LocalTime) => `The weather service canceled it at ${time(sent)}.`,
  /** @param stillIn may be empty */
  releasedAt: (sent: LocalTime, stillIn: readonly string[]) =>
    `No longer in effect there since ${time(sent)}.${stillIn.length > 0 ? ` Still in effect for ${allPlaces(stillIn)}.` : ''}`,
  unlistedSince: (sent: LocalTime, end: LocalTime | undefined) =>
    `Removed from the official list at ${time(sent)}${end ? `, before its planned end (${time(end)})` : ''}. Check ${officialName}.`,

  // Mails
  change: 'Change or stop these alerts',
  slow: 'Email can be slow. Have a second way to get warnings, such as a weather radio.',
  read: 'Read the full alert',
  /** Above the official text, in languages that it isn't in. */
  officialText: '',
  reason: `You get this email because you signed up for ${siteName} alerts for your counties.`,
  confirmSubject: 'Confirm your weather alerts',
  confirmHeading: 'Do you want weather alerts?',
  confirmQuestion: (where: string) =>
    `Someone, probably you, asked us to send weather alerts for ${where} to this address.`,
  confirmFirst:
    'We won’t send any until you confirm. If this wasn’t you, ignore this email. We’ll delete this address within a day.',
  confirmButton: 'Yes, send me alerts',
  manageSubject: 'You already get weather alerts by email',
  manageHeading: 'You already get these alerts',
  manageText: (where: string) =>
    `Someone, probably you, signed up this address again. Nothing has changed: you get alerts for ${where}.`,
  manageButton: 'See or change your alerts',
  entered: 'You got this email because someone entered this address on our site.',

  // Notifications about the subscription
  oneMoreStep: 'One more step',
  tapToConfirm: 'Tap to turn on weather alerts.',
  stillOn: 'Your weather alerts are still on',
  stillOnFor: (where: string) => `For ${where}. Tap to change them.`,

  // Text messages
  textConfirm: (url: string) =>
    `${siteName}: to get emergency texts, open ${url} Msg & data rates may apply. Reply STOP to end.`,
  textManage: (url: string) =>
    `${siteName}: you already get emergency texts. Change or end them: ${url} Reply STOP to end.`,
  textHelp: `${siteName}: texts for the most dangerous warnings in your counties. Msg & data rates may apply. Reply STOP to end.`,
  /** The only text that may follow a STOP. */
  textStopped: `${siteName}: you won't get any more texts from us. Text START to allow them again.`,
  textStarted: `${siteName}: you allowed texts again. Sign up on our site to choose your counties. Reply STOP to end.`,
};

export type Messages = typeof messages;
