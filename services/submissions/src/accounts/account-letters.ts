import { state } from '@site/state/state';
import type { Letter, Site } from '../mail/letter.js';

export function resetCodeLetter(reset: { site: Site; name: string; code: string; validMinutes: number }): Letter {
  const { site, name, code, validMinutes } = reset;
  return {
    subject: `Your code for ${site.name}`,
    preview: `It works for ${validMinutes} minutes.`,
    heading: 'Your code for a new password',
    blocks: [
      { kind: 'text', text: `Hello ${name}, this is the code that you asked for:` },
      { kind: 'code', code },
      {
        kind: 'text',
        text: `Type it in where you asked for it. It works for ${validMinutes} minutes, and once. We never ask you for it.`,
      },
      {
        kind: 'small',
        text: 'If you did not ask for a code, do nothing: your password stays what it is. If such mails keep coming, tell an admin.',
      },
    ],
    reason: `You get this mail because somebody asked for a new password for your account at ${site.name}.`,
  };
}

const changedAtFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: state.timeZone,
});

/** For example "Central Time". */
const zoneName = new Intl.DateTimeFormat('en-US', { timeZone: state.timeZone, timeZoneName: 'longGeneric' })
  .formatToParts()
  .find(({ type }) => type === 'timeZoneName')?.value;

/** For an account owner who didn't make the change: says only that it happened, and how to recover the account. */
export function passwordChangedLetter(change: { site: Site; name: string; changedAt: string }): Letter {
  const { site, name, changedAt } = change;
  return {
    subject: `Your password for ${site.name} was changed`,
    preview: 'If it was you, all is well. If not, take your account back now.',
    heading: 'Your password was changed',
    blocks: [
      {
        kind: 'text',
        text: `Hello ${name}, the password of your account was changed on ${changedAtFormat.format(new Date(changedAt))} (${zoneName}). Every device was signed out.`,
      },
      { kind: 'text', text: 'If it was you, or an admin for you, there is nothing to do.' },
      { kind: 'text', text: 'If not, choose a new password now, and tell an admin:' },
      { kind: 'button', label: 'Choose a new password', url: `${site.url}/dashboard/forgot-password` },
    ],
    reason: `You get this mail because the password of your account at ${site.name} was changed.`,
  };
}

interface ChangeWords {
  subject: string;
  heading: string;
  /** Follows "Hello Ada," and precedes the time. */
  happened: string;
  /** Follows the time, as a separate sentence. */
  then?: string;
}

/** By the change names of DescribeAccountChangeResponse. */
const changes: Record<string, ChangeWords> = {
  'factor-added': {
    subject: 'A second factor was added to your account',
    heading: 'A second factor was added',
    happened: 'a second factor was added to your account',
  },
  'factor-removed': {
    subject: 'A second factor was removed from your account',
    heading: 'A second factor was removed',
    happened: 'a second factor was removed from your account',
    then: 'Every other device was signed out.',
  },
  'factor-reset': {
    subject: 'Your second factor was reset',
    heading: 'Your second factor was reset',
    happened: 'all second factors and recovery codes of your account were removed',
    then: 'Every device was signed out. You can sign in with your password, and add a second factor again.',
  },
  'recovery-codes': {
    subject: 'Your recovery codes were made anew',
    heading: 'You have new recovery codes',
    happened: 'new recovery codes were made for your account',
    then: 'The old ones no longer work.',
  },
  'made-admin': {
    subject: 'You are an admin now',
    heading: 'You are an admin now',
    happened: 'you were made an admin',
    then: 'Every device was signed out. Please sign in again.',
  },
  'made-editor': {
    subject: 'You are an editor now',
    heading: 'You are an editor now',
    happened: 'you were made an editor',
    then: 'Every device was signed out. Please sign in again.',
  },
  'made-moderator': {
    subject: 'You are a moderator now',
    heading: 'You are a moderator now',
    happened: 'you were made a moderator',
    then: 'Every device was signed out. Please sign in again.',
  },
};

/** Text for changes unknown to this version, while versions are mixed. */
const anyChange: ChangeWords = {
  subject: 'Your account was changed',
  heading: 'Your account was changed',
  happened: 'what guards your account was changed',
};

export function accountChangedLetter(told: { site: Site; name: string; changedAt: string; change: string }): Letter {
  const { site, name, changedAt, change } = told;
  const { subject, heading, happened, then } = (Object.hasOwn(changes, change) && changes[change]) || anyChange;
  const when = changedAtFormat.format(new Date(changedAt));
  return {
    subject: `${subject} (${site.name})`,
    preview: 'If it was you, all is well. If not, take your account back now.',
    heading,
    blocks: [
      { kind: 'text', text: `Hello ${name}, ${happened} on ${when} (${zoneName}).${then ? ` ${then}` : ''}` },
      { kind: 'text', text: 'If it was you, or an admin for you, there is nothing to do.' },
      { kind: 'text', text: 'If not, choose a new password now, and tell an admin:' },
      { kind: 'button', label: 'Choose a new password', url: `${site.url}/dashboard/forgot-password` },
    ],
    reason: `You get this mail because your account at ${site.name} was changed.`,
  };
}
