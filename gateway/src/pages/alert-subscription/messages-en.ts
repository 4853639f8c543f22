import { kindLabel, notificationLevels } from '@site/domain/notifications/kinds';
import { stateName } from '@site/regions/state';

/** Every sentence of a subscription's page in English. Each language has the same keys (messages.test.ts). */
export const messages = {
  // Frame
  otherLanguage: 'Español',
  stormNotice: 'Storm notice',
  activeAlerts: 'Active alerts',
  yourCounty: 'Your county now',
  howFast: 'How fast we are',
  sources:
    'Warnings: National Weather Service. This is not an official warning service: have a second way to get warnings.',
  signUp: 'Sign up for alerts',

  // The choices
  counties: 'Counties',
  county: (name: string) => name,
  remove: 'Remove',
  removeCounty: (name: string) => `Remove ${name}`,
  countyToAdd: 'County to add',
  addCounty: 'Add a county',
  add: 'Add',
  kinds: 'Kinds of weather',
  kind: kindLabel,
  levels: 'How serious',
  level: (level: number): string => notificationLevels.find((option) => option.level === level)?.label ?? '',
  language: 'Language of your alerts',
  quietHours: 'Quiet hours',
  quietHint: `${stateName} time. Leave both empty to get alerts at any time.`,
  from: 'From',
  until: 'until',
  quietHoursOverride: 'Tornado warnings and flash flood emergencies come through anyway',
  save: 'Save',

  // Confirming
  isThisYou: 'Is this you?',
  confirmFirst: 'We won’t send anything until you confirm. If you didn’t sign up, close this page.',
  repeatedSignUp: 'This browser signed up again',
  confirmChanges:
    'Confirm to make these changes. Until then the choices below apply. If this wasn’t you, close this page.',
  confirm: 'Confirm',
  insteadOf: (before: string) => `instead of ${before}`,
  noChanges: 'Nothing would change.',
  none: 'none',
  fromUntil: (from: string, until: string) => `${from} to ${until}`,
  quietHoursOverrideShort: 'the most dangerous come through',
  noneThrough: 'nothing comes through',

  // The page
  confirmTitle: 'Confirm your alerts',
  title: 'Your alerts',
  youGet: (where: string) => `You get alerts ${where} for what you choose here.`,
  channels: { push: 'as notifications in a browser', mail: 'by e-mail', sms: 'by text message' },
  otherChannel: 'as you chose',
  noMore: 'No more alerts?',
  noMoreText: 'You won’t get any more messages.',
  stop: 'Stop all alerts',
  saved: 'Saved. Your alerts now follow these choices.',
  confirmed: 'Thank you. Your alerts are on.',

  // Faults
  countyRequired: 'Keep at least one county. To end everything, press “Stop all alerts”.',
  /**
   * @param field of the choices
   * @param message of the field's schema, in English
   */
  fault: (_field: string, message: string) => message,
  unknownTitle: 'This link isn’t valid',
  unknownText: 'It may have been cut off. Use the link from any of our messages.',
  endedTitle: 'You no longer get alerts',
  endedText: 'This subscription has ended. We won’t send anything more.',
  unusableTitle: 'This link can’t be used anymore',
  /** @param message of the service, in English */
  unusableText: (message: string) => message,
  problemTitle: 'That didn’t work',
  problemText: (message: string) => message,
};

export type Messages = typeof messages;
