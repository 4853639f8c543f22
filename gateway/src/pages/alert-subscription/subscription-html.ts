/** The page linked in every message, for changing or ending a subscription without scripts. */
import type { Preferences } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import {
  isAllKinds,
  messageLanguage,
  messageLanguageNames,
  messageLanguages,
  notificationKinds,
  notificationLevels,
  type NotificationKind,
} from '@site/domain/notifications/kinds';
import { counties } from '@site/regions/counties';
import { escapeHtml } from '../html.js';
import { linkToEnglish, type Language } from '../now/language.js';
import type { Messages } from './messages-en.js';
import { messagesIn } from './messages.js';
import { notice, type Page } from './subscription-frame.js';

/** The token follows as `?token=`. */
export const subscriptionPath = '/subscription';

export interface Subscription {
  token: string;
  preferences: Preferences;
  /** "push", "mail" or "sms". */
  channel: string;
  /** "pending" or "confirmed". */
  state: string;
  /** Changes requested by a later sign-up of the same browser, until its owner confirms. */
  requested?: Preferences | undefined;
}

export interface Notice {
  tone: 'good' | 'bad';
  text: string;
}

const hidden = (token: string) => `<input type="hidden" name="token" value="${escapeHtml(token)}">`;

/** @param action path of the form, below the page's */
const form = (action: string, token: string, content: string, { prefix }: Language) =>
  `<form method="post" action="${prefix}${subscriptionPath}/${action}">${hidden(token)}${content}</form>`;

const box = (type: 'checkbox' | 'radio', name: string, value: string, isChecked: boolean, label: string) =>
  `<label><input type="${type}" name="${name}" value="${value}"${isChecked ? ' checked' : ''}>${label}</label>`;

const fieldset = (legend: string, content: string) => `<fieldset><legend>${legend}</legend>${content}</fieldset>`;

/** Remove buttons and a list to add from: 75 checkboxes are too much scrolling, and too many fields. */
function countiesHtml({ counties: selected }: Preferences, messages: Messages): string {
  const rows = counties
    .filter(({ fips }) => selected.includes(fips))
    .map(({ fips, name }) => {
      const countyLabel = messages.county(name);
      const label = messages.removeCounty(countyLabel);
      return `<li class="r"><span>${countyLabel}</span><button name="remove" value="${fips}" aria-label="${label}">${messages.remove}</button></li>`;
    });
  const others = counties
    .filter(({ fips }) => !selected.includes(fips))
    .map(({ fips, name }) => `<option value="${fips}">${messages.county(name)}</option>`);
  const add =
    others.length > 0
      ? `<div class="r"><select name="add" aria-label="${messages.countyToAdd}"><option value="">${messages.addCounty}</option>${others.join('')}</select><button name="do" value="add">${messages.add}</button></div>`
      : '';
  return fieldset(messages.counties, `<ul>${rows.join('')}</ul>${add}`);
}

const isSelected = (kind: NotificationKind, selected: readonly string[]) =>
  isAllKinds(selected) || selected.includes(kind);

function kindsHtml({ kinds: selected }: Preferences, messages: Messages): string {
  const boxes = notificationKinds.map((kind) =>
    box('checkbox', 'kinds', kind, isSelected(kind, selected), escapeHtml(messages.kind(kind))),
  );
  return fieldset(messages.kinds, boxes.join(''));
}

function levelsHtml({ minLevel }: Preferences, messages: Messages): string {
  const options = notificationLevels.map(({ level }) =>
    box('radio', 'min_level', String(level), level === minLevel, escapeHtml(messages.level(level))),
  );
  return fieldset(messages.levels, options.join(''));
}

function languageHtml({ language }: Preferences, messages: Messages): string {
  const options = messageLanguages.map((code) => {
    const name = `<span lang="${code}">${messageLanguageNames[code]}</span>`;
    return box('radio', 'language', code, code === messageLanguage(language), name);
  });
  return fieldset(messages.language, options.join(''));
}

function quietHtml({ quietFrom = '', quietUntil = '', overrideQuietHours }: Preferences, messages: Messages): string {
  return fieldset(
    messages.quietHours,
    `<p class="o">${messages.quietHint}</p>` +
      `<div class="r"><label>${messages.from} <input type="time" name="quiet_from" value="${escapeHtml(quietFrom)}"></label>` +
      `<label>${messages.until} <input type="time" name="quiet_until" value="${escapeHtml(quietUntil)}"></label></div>` +
      box('checkbox', 'loud', 'yes', overrideQuietHours, messages.quietHoursOverride),
  );
}

function confirmHtml(token: string, question: string, content: string, language: Language): string {
  const messages = messagesIn(language);
  const button = `<button class="p">${messages.confirm}</button>`;
  return `<div class="c good"><h2>${question}</h2>${content}${form('confirm', token, button, language)}</div>`;
}

const countyNames = ({ counties: selected }: Preferences, messages: Messages) =>
  counties.filter(({ fips }) => selected.includes(fips)).map(({ name }) => messages.county(name));
const kindNames = ({ kinds: selected }: Preferences, messages: Messages) =>
  notificationKinds.filter((kind) => isSelected(kind, selected)).map((kind) => messages.kind(kind));
const formatQuietHours = ({ quietFrom, quietUntil = '', overrideQuietHours }: Preferences, messages: Messages) =>
  quietFrom === undefined
    ? [messages.none]
    : [
        messages.fromUntil(quietFrom, quietUntil),
        overrideQuietHours ? messages.quietHoursOverrideShort : messages.noneThrough,
      ];

function differenceHtml(now: Preferences, requested: Preferences, messages: Messages): string {
  const compared: readonly [string, (preferences: Preferences) => string[]][] = [
    [messages.counties, (preferences) => countyNames(preferences, messages)],
    [messages.kinds, (preferences) => kindNames(preferences, messages)],
    [messages.levels, ({ minLevel }) => [messages.level(minLevel)]],
    // Without a language, confirming keeps the current one.
    [messages.language, ({ language }) => [messageLanguageNames[messageLanguage(language ?? now.language)]]],
    [messages.quietHours, (preferences) => formatQuietHours(preferences, messages)],
  ];
  const lines = compared.flatMap(([name, format]) => {
    const before = format(now).join(', ');
    const after = format(requested).join(', ');
    return before === after
      ? []
      : `<li><b>${name}:</b> ${escapeHtml(after)} <span class="o">${messages.insteadOf(escapeHtml(before))}</span></li>`;
  });
  return `<ul>${lines.join('') || `<li>${messages.noChanges}</li>`}</ul>`;
}

function endHtml(token: string, language: Language): string {
  const messages = messagesIn(language);
  const button = `<button class="d">${messages.stop}</button>`;
  return `<div class="c"><h2>${messages.noMore}</h2><p>${messages.noMoreText}</p>${form('end', token, button, language)}</div>`;
}

function formatChannel(channel: string, messages: Messages): string {
  const isListed = Object.hasOwn(messages.channels, channel);
  return isListed ? messages.channels[channel as keyof Messages['channels']] : messages.otherChannel;
}

/** Opening the page changes nothing, because mail scanners open links too. */
export function subscriptionPage(
  { token, preferences, channel, state, requested }: Subscription,
  language: Language,
  banner?: Notice,
): Page {
  const messages = messagesIn(language);
  const isPending = state === 'pending';
  const where = formatChannel(channel, messages);
  const fields =
    countiesHtml(preferences, messages) +
    kindsHtml(preferences, messages) +
    levelsHtml(preferences, messages) +
    languageHtml(preferences, messages) +
    quietHtml(preferences, messages) +
    `<p><button class="p">${messages.save}</button></p>`;
  // Enter presses a form's first button (HTML, 4.10.21.2), which must be Save, not the first county's remove button.
  const enter = `<button hidden tabindex="-1" aria-hidden="true">${messages.save}</button>`;
  const first = `<p>${messages.confirmFirst}</p>`;
  const changes = requested
    ? `<p>${messages.confirmChanges}</p>${differenceHtml(preferences, requested, messages)}`
    : '';
  return {
    title: isPending ? messages.confirmTitle : messages.title,
    path: addressOf(token),
    body:
      (banner ? notice(banner.tone, banner.text) : '') +
      (isPending ? confirmHtml(token, messages.isThisYou, first, language) : '') +
      (!isPending && requested ? confirmHtml(token, messages.repeatedSignUp, changes, language) : '') +
      (isPending ? '' : `<p>${messages.youGet(where)}</p>${endHtml(token, language)}`) +
      form('preferences', token, enter + fields, language) +
      (isPending ? endHtml(token, language) : ''),
  };
}

/** @param token for the link to the page in the other language */
export function closedPage(title: string, text: string, language: Language, token?: string): Page {
  const messages = messagesIn(language);
  const signUp = `<a href="/alert"${linkToEnglish(language)}>${messages.signUp}</a>`;
  return {
    title,
    body: `<div class="c"><p>${escapeHtml(text)}</p><p>${signUp}</p></div>`,
    path: token && addressOf(token),
  };
}

/** Returns the English page's address. */
export const addressOf = (token: string, banner?: string): string =>
  `${subscriptionPath}?${new URLSearchParams({ token, ...(banner && { said: banner }) }).toString()}`;
