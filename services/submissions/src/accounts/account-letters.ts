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
  timeZone: 'America/Chicago',
});

/** For an owner who did not do it: says only that it happened, and how to get the account back. */
export function passwordChangedLetter(change: { site: Site; name: string; changedAt: string }): Letter {
  const { site, name, changedAt } = change;
  return {
    subject: `Your password for ${site.name} was changed`,
    preview: 'If it was you, all is well. If not, take your account back now.',
    heading: 'Your password was changed',
    blocks: [
      {
        kind: 'text',
        text: `Hello ${name}, the password of your account was changed on ${changedAtFormat.format(new Date(changedAt))} (Central Time). Every device was signed out.`,
      },
      { kind: 'text', text: 'If it was you, or an admin for you, there is nothing to do.' },
      { kind: 'text', text: 'If not, choose a new password now, and tell an admin:' },
      { kind: 'button', label: 'Choose a new password', url: `${site.url}/dashboard/forgot-password` },
    ],
    reason: `You get this mail because the password of your account at ${site.name} was changed.`,
  };
}
