/** Values of the form for warning notifications: defaults, validation and conversion. */
import { readPhone } from '@site/proto/phone-number';
import { readEmail } from '@site/domain/email-address';
import {
  isEveryKind,
  isWishKind,
  messageLanguage,
  wishKinds,
  withEveryKind,
  type MessageLanguage,
  type WishKind,
  type WishLevel,
} from '@site/domain/notifications/kinds';
import type { AlertWishes } from '@site/proto/notifications/v1/subscriptions.answers';
import { usPhoneField, type WishesFields } from '@site/proto/notifications/v1/subscriptions.schema';
import * as strings from '../../../../strings.js';

export interface EnteredWishes {
  /** FIPS codes. */
  counties: readonly string[];
  kinds: readonly WishKind[];
  level: WishLevel;
  isQuietAtNight: boolean;
  /** Example: "22:00". */
  quietFrom: string;
  quietUntil: string;
  isLoudWhenDangerous: boolean;
  language: MessageLanguage;
  channel: 'push' | 'mail' | 'sms';
  email: string;
  /** As typed. */
  phone: string;
}

/** Of messages: the browser's, if we have it. */
export const firstLanguage = (): MessageLanguage => (/^es\b/i.test(navigator.language) ? 'es' : 'en');

/** All warnings, with quiet hours at night that only the most dangerous ones override. */
export const firstWishes: Omit<EnteredWishes, 'language'> = {
  counties: [],
  kinds: wishKinds,
  level: 3,
  isQuietAtNight: true,
  quietFrom: '22:00',
  quietUntil: '07:00',
  isLoudWhenDangerous: true,
  channel: 'push',
  email: '',
  phone: '',
};

/** Returns a subscription's preferences as form values. */
export const enteredOf = ({
  quiet_from: from,
  quiet_until: until,
  ...wishes
}: AlertWishes): Partial<EnteredWishes> => ({
  counties: wishes.counties,
  kinds: isEveryKind(wishes.kinds) ? wishKinds : wishes.kinds.filter(isWishKind),
  level: wishes.least_level as WishLevel,
  isQuietAtNight: from !== null && until !== null,
  ...(from !== null && until !== null && { quietFrom: from, quietUntil: until }),
  isLoudWhenDangerous: wishes.loud_when_dangerous,
  language: messageLanguage(wishes.language),
});

/** In screen order. */
export type Faulty = 'counties' | 'kinds' | 'quiet' | 'email' | 'phone';
export type Faults = Partial<Record<Faulty, string>>;

const isClock = (text: string) => /^\d{2}:\d{2}$/.test(text);

function emailFault({ channel, email }: EnteredWishes): string | undefined {
  if (channel !== 'mail') return undefined;
  if (email.trim() === '') return strings.enterEmail;
  return readEmail(email).fault;
}

function phoneFault({ channel, phone }: EnteredWishes): string | undefined {
  if (channel !== 'sms' || usPhoneField.safeParse(phone).success) return undefined;
  const read = readPhone(phone);
  return 'fault' in read && read.at ? `Phone number ${read.fault}` : 'Please enter a 10-digit US phone number.';
}

function quietFault({ isQuietAtNight, quietFrom, quietUntil }: EnteredWishes): string | undefined {
  if (!isQuietAtNight) return undefined;
  if (!isClock(quietFrom) || !isClock(quietUntil)) return 'Please enter a start and an end for quiet hours.';
  return quietFrom === quietUntil ? 'Quiet hours can’t start and end at the same time.' : undefined;
}

export const faultsIn = (faults: Faults, parts: readonly Faulty[]): Faults =>
  Object.fromEntries(parts.map((part) => [part, faults[part]]));

/** Returns error messages by section. The gateway validates again. */
export function faultsOf(entered: EnteredWishes): Faults {
  const faults: Record<Faulty, string | undefined> = {
    counties: entered.counties.length === 0 ? 'Please choose at least one county.' : undefined,
    kinds: entered.kinds.length === 0 ? 'Please choose at least one type of weather.' : undefined,
    quiet: quietFault(entered),
    email: emailFault(entered),
    phone: phoneFault(entered),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

/** Converts the form's values to the API's; quiet hours only if they are on. */
export const wishesOf = (entered: EnteredWishes): WishesFields => ({
  counties: [...entered.counties],
  kinds: withEveryKind(entered.kinds),
  least_level: entered.level,
  ...(entered.isQuietAtNight && { quiet_from: entered.quietFrom, quiet_until: entered.quietUntil }),
  loud_when_dangerous: entered.isLoudWhenDangerous,
  language: entered.language,
});
