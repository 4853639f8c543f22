/** Emails about accounts: reset codes, invitations, and notices of changes to password, role or second factor. */
import { state } from '@site/regions/state';
import { roleNames } from '@site/domain/role-names';
import { isRole } from '@site/domain/roles';
import type { Letter, Site } from '../mail/letter.js';

export function resetCodeLetter(reset: { site: Site; name: string; code: string; validMinutes: number }): Letter {
  const { site, name, code, validMinutes } = reset;
  return {
    subject: `Your code for ${site.name}`,
    preview: `It's valid for ${validMinutes} minutes.`,
    heading: 'Your password reset code',
    blocks: [
      { kind: 'text', text: `Hello ${name}, here's the code you asked for:` },
      { kind: 'code', code },
      {
        kind: 'text',
        text: `Enter it on the page where you asked for it. It works once, within ${validMinutes} minutes. We'll never ask you for it.`,
      },
      {
        kind: 'small',
        text: "If you didn't ask for a code, ignore this mail: your password hasn't changed. If you keep getting these mails, tell an admin.",
      },
    ],
    reason: `You're getting this mail because someone asked for a new password for your account at ${site.name}.`,
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

interface InvitationText {
  site: Site;
  name: string;
  role: string;
  invitedBy: string;
  expiresAt: string;
  token: string;
}

export function invitationLetter({ site, name, role, invitedBy, expiresAt, token }: InvitationText): Letter {
  const some = isRole(role) ? roleNames[role].some : role;
  const until = timeOf(expiresAt);
  return {
    subject: `${invitedBy} invites you to ${site.name}`,
    preview: `Choose a password by ${until}.`,
    heading: `Join ${site.name}`,
    blocks: [
      {
        kind: 'text',
        text: `Hello ${name}, ${invitedBy} invites you to become ${some} of ${site.name}. Choose a password to create your account:`,
      },
      // The token is after the #, so no log, proxy or referrer contains it.
      { kind: 'button', label: 'Accept the invitation', url: `${site.url}/dashboard/join#${token}` },
      { kind: 'text', text: `The link works once, until ${until}.` },
      { kind: 'small', text: "If you didn't expect this, ignore this mail: without the link, there is no account." },
    ],
    reason: `You're getting this mail because ${invitedBy} entered your address at ${site.name}.`,
  };
}

/** For an account owner who may not have made the change: how to recover the account. */
const recovery = (site: Site): Letter['blocks'] => [
  { kind: 'text', text: "If it was you, or an admin helped you, you don't need to do anything." },
  { kind: 'text', text: 'If not, choose a new password now and tell an admin:' },
  { kind: 'button', label: 'Choose a new password', url: `${site.url}/dashboard/forgot-password` },
];

const wasItYou = "If it was you, you're all set. If not, secure your account now.";
const timeOf = (changedAt: string) => `${changedAtFormat.format(new Date(changedAt))} (${zoneName})`;

export function passwordChangedLetter(change: { site: Site; name: string; changedAt: string }): Letter {
  const { site, name, changedAt } = change;
  const happened = `the password of your account was changed on ${timeOf(changedAt)}. All devices were signed out.`;
  return {
    subject: `Your password for ${site.name} was changed`,
    preview: wasItYou,
    heading: 'Your password was changed',
    blocks: [{ kind: 'text', text: `Hello ${name}, ${happened}` }, ...recovery(site)],
    reason: `You're getting this mail because the password of your account at ${site.name} was changed.`,
  };
}

interface ChangeText {
  subject: string;
  heading: string;
  /** Follows "Hello Ada," and precedes the time. */
  happened: string;
  /** A separate sentence after the time. */
  then?: string;
}

const newRole = (role: string): ChangeText => ({
  subject: `You're now ${role}`,
  heading: `You're now ${role}`,
  happened: `you were made ${role}`,
  then: 'All devices were signed out. Sign in again to continue.',
});

/** By the change names of DescribeAccountChangeResponse. */
const changes: Record<string, ChangeText> = {
  'factor-added': {
    subject: 'A second factor was added to your account',
    heading: 'A second factor was added',
    happened: 'a second factor was added to your account',
  },
  'factor-removed': {
    subject: 'A second factor was removed from your account',
    heading: 'A second factor was removed',
    happened: 'a second factor was removed from your account',
    then: 'All other devices were signed out.',
  },
  'factor-reset': {
    subject: 'Your second factor was reset',
    heading: 'Your second factor was reset',
    happened: 'all second factors and recovery codes of your account were removed',
    then: 'All devices were signed out. You can sign in with your password and add a second factor again.',
  },
  'recovery-codes': {
    subject: 'Your recovery codes were replaced',
    heading: 'You have new recovery codes',
    happened: 'new recovery codes were created for your account',
    then: 'The old ones no longer work.',
  },
  'made-admin': newRole('an admin'),
  'made-editor': newRole('an editor'),
  'made-moderator': newRole('a moderator'),
};

/** For changes unknown to this version, while versions are mixed. */
const anyChange: ChangeText = {
  subject: 'Your account was changed',
  heading: 'Your account was changed',
  happened: 'your account was changed',
};

/** @param notice.change a name of DescribeAccountChangeResponse; an unknown one gets a general text */
export function accountChangedLetter(notice: { site: Site; name: string; changedAt: string; change: string }): Letter {
  const { site, name, changedAt, change } = notice;
  const { subject, heading, happened, then } = (Object.hasOwn(changes, change) && changes[change]) || anyChange;
  const text = `Hello ${name}, ${happened} on ${timeOf(changedAt)}.${then ? ` ${then}` : ''}`;
  return {
    subject: `${subject} (${site.name})`,
    preview: wasItYou,
    heading,
    blocks: [{ kind: 'text', text }, ...recovery(site)],
    reason: `You're getting this mail because your account at ${site.name} was changed.`,
  };
}
