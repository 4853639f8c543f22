/** Values of the form for warning notifications: defaults, validation and conversion. */
import { readPhone } from '@site/proto/phone-number';
import { readEmail } from '@site/domain/email-address';
import {
  isAllKinds,
  isNotificationKind,
  messageLanguage,
  notificationKinds,
  expandAllKinds,
  type MessageLanguage,
  type NotificationKind,
  type NotificationLevel,
} from '@site/domain/notifications/kinds';
import type { AlertPreferences } from '@site/proto/notifications/v1/subscriptions.responses';
import { usPhoneField, type PreferenceFields } from '@site/proto/notifications/v1/subscriptions.schema';
import * as strings from '@/strings/public-strings.js';

export interface EnteredPreferences {
  /** FIPS codes. */
  counties: readonly string[];
  kinds: readonly NotificationKind[];
  level: NotificationLevel;
  isQuietAtNight: boolean;
  /** Example: "22:00". */
  quietFrom: string;
  quietUntil: string;
  shouldOverrideQuietHours: boolean;
  language: MessageLanguage;
  channel: 'push' | 'mail' | 'sms';
  email: string;
  /** As typed. */
  phone: string;
}

/** Of messages: the browser's, if we have it. */
export const firstLanguage = (): MessageLanguage => (/^es\b/i.test(navigator.language) ? 'es' : 'en');

/** All warnings, with quiet hours at night that only the most dangerous ones override. */
export const defaultPreferences: Omit<EnteredPreferences, 'language'> = {
  counties: [],
  kinds: notificationKinds,
  level: 3,
  isQuietAtNight: true,
  quietFrom: '22:00',
  quietUntil: '07:00',
  shouldOverrideQuietHours: true,
  channel: 'push',
  email: '',
  phone: '',
};

/** Common choices of alerts, least first. Each covers all kinds of weather. */
export const presets: readonly { label: string; text: string; level: NotificationLevel }[] = [
  { label: 'Emergencies and tornado warnings', text: 'Only when lives are in immediate danger.', level: 4 },
  { label: 'Severe weather', text: 'Every warning, such as for thunderstorms, floods, ice or wind.', level: 3 },
  { label: 'Everything', text: 'Watches, advisories and statements, too.', level: 1 },
];

/** Returns a subscription's preferences as form values. */
export const enteredOf = ({
  quiet_from: from,
  quiet_until: until,
  ...preferences
}: AlertPreferences): Partial<EnteredPreferences> => ({
  counties: preferences.counties,
  kinds: isAllKinds(preferences.kinds) ? notificationKinds : preferences.kinds.filter(isNotificationKind),
  level: preferences.min_level as NotificationLevel,
  isQuietAtNight: from !== null && until !== null,
  ...(from !== null && until !== null && { quietFrom: from, quietUntil: until }),
  shouldOverrideQuietHours: preferences.override_quiet_hours,
  language: messageLanguage(preferences.language),
});

/** In screen order. */
export type Faulty = 'counties' | 'kinds' | 'quiet' | 'email' | 'phone';
export type Faults = Partial<Record<Faulty, string>>;

const isClock = (text: string) => /^\d{2}:\d{2}$/.test(text);

function findEmailError({ channel, email }: EnteredPreferences): string | undefined {
  if (channel !== 'mail') return undefined;
  if (email.trim() === '') return strings.enterEmail;
  return readEmail(email).fault;
}

function findPhoneError({ channel, phone }: EnteredPreferences): string | undefined {
  if (channel !== 'sms' || usPhoneField.safeParse(phone).success) return undefined;
  const read = readPhone(phone);
  return 'fault' in read && read.at ? `Phone number ${read.fault}` : 'Please enter a 10-digit US phone number.';
}

function findQuietHoursError({ isQuietAtNight, quietFrom, quietUntil }: EnteredPreferences): string | undefined {
  if (!isQuietAtNight) return undefined;
  if (!isClock(quietFrom) || !isClock(quietUntil)) return 'Please enter a start and an end for quiet hours.';
  return quietFrom === quietUntil ? 'Quiet hours can’t start and end at the same time.' : undefined;
}

export const faultsIn = (faults: Faults, parts: readonly Faulty[]): Faults =>
  Object.fromEntries(parts.map((part) => [part, faults[part]]));

/** Returns error messages by section. The gateway validates again. */
export function faultsOf(entered: EnteredPreferences): Faults {
  const faults: Record<Faulty, string | undefined> = {
    counties: entered.counties.length === 0 ? 'Please choose at least one county.' : undefined,
    kinds: entered.kinds.length === 0 ? 'Please choose at least one type of weather.' : undefined,
    quiet: findQuietHoursError(entered),
    email: findEmailError(entered),
    phone: findPhoneError(entered),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, error]) => error !== undefined));
}

/** Converts the form's values to the API's; quiet hours only if they are on. */
export const toPreferenceFields = (entered: EnteredPreferences): PreferenceFields => ({
  counties: [...entered.counties],
  kinds: expandAllKinds(entered.kinds),
  min_level: entered.level,
  ...(entered.isQuietAtNight && { quiet_from: entered.quietFrom, quiet_until: entered.quietUntil }),
  override_quiet_hours: entered.shouldOverrideQuietHours,
  language: entered.language,
});
