import type { Wishes } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { wishKindChoices, wishLevels } from '@site/domain/notifications/kinds';
import { counties } from '@site/state/counties';
import { stateName } from '@site/state/state';
import { escapeHtml } from '../html.js';
import { notice, type Page } from './subscription-frame.js';

/** The page linked in every message, for changing or ending a subscription without scripts. */

/** The token follows as `?token=`. */
export const subscriptionPath = '/subscription';

export interface Subscription {
  token: string;
  wishes: Wishes;
  /** "push", "mail" or "sms". */
  channel: string;
  /** "pending" or "confirmed". */
  state: string;
  /** Changes requested by a later sign-up of the same browser, until its owner confirms. */
  asked?: Wishes | undefined;
}

export interface Said {
  tone: 'good' | 'bad';
  text: string;
}

const channels: Record<string, string> = {
  push: 'as notifications in a browser',
  mail: 'by e-mail',
  sms: 'by text message',
};

const hidden = (token: string) => `<input type="hidden" name="token" value="${escapeHtml(token)}">`;

const form = (action: string, token: string, content: string) =>
  `<form method="post" action="${subscriptionPath}/${action}">${hidden(token)}${content}</form>`;

const box = (type: 'checkbox' | 'radio', name: string, value: string, isChecked: boolean, label: string) =>
  `<label><input type="${type}" name="${name}" value="${value}"${isChecked ? ' checked' : ''}>${label}</label>`;

/** Remove buttons and a list to add from: 75 checkboxes are too much scrolling, and too many fields. */
function countiesHtml({ counties: chosen }: Wishes): string {
  const rows = counties
    .filter(({ fips }) => chosen.includes(fips))
    .map(
      ({ fips, name }) =>
        `<li class="r"><span>${name}</span><button name="remove" value="${fips}" aria-label="Remove ${name}">Remove</button></li>`,
    );
  const others = counties
    .filter(({ fips }) => !chosen.includes(fips))
    .map(({ fips, name }) => `<option value="${fips}">${name}</option>`);
  const add =
    others.length > 0
      ? `<div class="r"><select name="add" aria-label="County to add"><option value="">Add a county</option>${others.join('')}</select><button name="do" value="add">Add</button></div>`
      : '';
  return `<fieldset><legend>Counties</legend><ul>${rows.join('')}</ul>${add}</fieldset>`;
}

function kindsHtml({ kinds: chosen }: Wishes): string {
  const boxes = wishKindChoices.map(({ kind, label }) =>
    box('checkbox', 'kinds', kind, chosen.includes(kind), escapeHtml(label)),
  );
  return `<fieldset><legend>Kinds of weather</legend>${boxes.join('')}</fieldset>`;
}

function levelsHtml({ leastLevel }: Wishes): string {
  const choices = wishLevels.map(({ level, label }) =>
    box('radio', 'least_level', String(level), level === leastLevel, escapeHtml(label)),
  );
  return `<fieldset><legend>How serious</legend>${choices.join('')}</fieldset>`;
}

function quietHtml({ quietFrom = '', quietUntil = '', loudWhenDangerous }: Wishes): string {
  return (
    `<fieldset><legend>Quiet hours</legend><p class="o">${stateName} time. Leave both empty to get alerts at any time.</p>` +
    `<div class="r"><label>From <input type="time" name="quiet_from" value="${escapeHtml(quietFrom)}"></label>` +
    `<label>until <input type="time" name="quiet_until" value="${escapeHtml(quietUntil)}"></label></div>` +
    box(
      'checkbox',
      'loud',
      'yes',
      loudWhenDangerous,
      'Tornado warnings and flash flood emergencies come through anyway',
    ) +
    '</fieldset>'
  );
}

const confirmHtml = (token: string, question: string, text: string, more = '') =>
  `<div class="c good"><h2>${question}</h2><p>${text}</p>${more}${form('confirm', token, '<button class="p">Confirm</button>')}</div>`;

const firstQuestion = [
  'Is this you?',
  'We won’t send anything until you confirm. If you didn’t sign up, close this page.',
] as const;
const nextQuestion = [
  'This browser signed up again',
  'Confirm to make these changes. Until then the choices below apply. If this wasn’t you, close this page.',
] as const;

const countyNames = ({ counties: chosen }: Wishes) =>
  counties.filter(({ fips }) => chosen.includes(fips)).map(({ name }) => name);
const kindNames = ({ kinds: chosen }: Wishes) =>
  wishKindChoices.filter(({ kind }) => chosen.includes(kind)).map(({ label }) => label);
const levelName = ({ leastLevel }: Wishes) =>
  wishLevels.filter(({ level }) => level === leastLevel).map(({ label }) => label);
const quietWords = ({ quietFrom, quietUntil, loudWhenDangerous }: Wishes) =>
  quietFrom === undefined
    ? ['none']
    : [
        `${quietFrom} to ${quietUntil}`,
        loudWhenDangerous ? 'the most dangerous come through' : 'nothing comes through',
      ];

const compared: readonly [string, (wishes: Wishes) => string[]][] = [
  ['Counties', countyNames],
  ['Kinds of weather', kindNames],
  ['How serious', levelName],
  ['Quiet hours', quietWords],
];

function differenceHtml(now: Wishes, asked: Wishes): string {
  const lines = compared.flatMap(([name, wordsOf]) => {
    const [before, after] = [wordsOf(now).join(', '), wordsOf(asked).join(', ')];
    return before === after
      ? []
      : `<li><b>${name}:</b> ${escapeHtml(after)} <span class="o">instead of ${escapeHtml(before)}</span></li>`;
  });
  return `<ul>${lines.join('') || '<li>Nothing would change.</li>'}</ul>`;
}

const endHtml = (token: string) =>
  `<div class="c"><h2>No more alerts?</h2><p>You won’t get any more messages.</p>${form('end', token, '<button class="d">Stop all alerts</button>')}</div>`;

/** Opening the page changes nothing, because mail scanners open links too. */
export function subscriptionPage({ token, wishes, channel, state, asked }: Subscription, said?: Said): Page {
  const isPending = state === 'pending';
  const where = channels[channel] ?? 'as you chose';
  const fields =
    countiesHtml(wishes) +
    kindsHtml(wishes) +
    levelsHtml(wishes) +
    quietHtml(wishes) +
    '<p><button class="p">Save</button></p>';
  // Enter presses a form's first button (HTML, 4.10.21.2), which must be Save, not the first county's remove button.
  const enter = '<button hidden tabindex="-1" aria-hidden="true">Save</button>';
  return {
    title: isPending ? 'Confirm your alerts' : 'Your alerts',
    body:
      (said ? notice(said.tone, said.text) : '') +
      (isPending ? confirmHtml(token, ...firstQuestion) : '') +
      (!isPending && asked ? confirmHtml(token, ...nextQuestion, differenceHtml(wishes, asked)) : '') +
      (isPending ? '' : `<p>You get alerts ${where} for what you choose here.</p>${endHtml(token)}`) +
      form('wishes', token, enter + fields) +
      (isPending ? endHtml(token) : ''),
  };
}

export const closedPage = (title: string, text: string): Page => ({
  title,
  body: `<div class="c"><p>${escapeHtml(text)}</p><p><a href="/alert">Sign up for alerts</a></p></div>`,
});
