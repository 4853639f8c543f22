import type { PermissionName } from '@site/domain/roles';
import { CloudLightning, KeyRound, LogOut, Newspaper, Send, Camera, type LucideIcon } from 'lucide-react';
import { iconOf } from '../../../dashboard-kit/kind-icon.js';
import { allows, changePasswordPath, isModerator, isWriter, type Session } from '../../../domain/session/session.js';
import * as strings from '../../../strings.js';
import { everyScreen, ownScreens } from '../screens.js';

/** Actions that the palette runs itself instead of opening a page. */
export type Deed = 'new-post' | 'storm' | 'sign-out';

export interface Command {
  label: string;
  /** Synonyms for the search. */
  also: string;
  Icon: LucideIcon;
  does: { to: string } | { deed: Deed };
}

const screensOf = (session: Session | undefined): Command[] => {
  if (isWriter(session))
    return everyScreen
      .filter(({ load, permission }) => load && allows(session, permission))
      .map(({ path, label }) => ({ label, also: path, Icon: iconOf(path), does: { to: `/dashboard/${path}` } }));
  if (!isModerator(session)) return [];
  return [
    { label: strings.sidebarSnapshots, also: 'photos review', Icon: Camera, does: { to: '/moderate' } },
    { label: strings.contactUs, also: 'messages', Icon: iconOf('contact'), does: { to: '/moderate/messages' } },
    ...ownScreens.map(({ path, label }) => ({
      ...{ label, also: path, Icon: iconOf(path) },
      does: { to: `/moderate/${path}` },
    })),
  ];
};

/** Returns the pages that the user may open. */
export const pagesFor = (session: Session | undefined): Command[] => screensOf(session);

const acts: (Command & { permission: PermissionName })[] = [
  {
    ...{ permission: 'write', label: 'New post', also: 'write blog draft', Icon: Newspaper },
    does: { deed: 'new-post' },
  },
  {
    ...{ permission: 'storm', label: 'Storm banner', also: 'mode live notice warning', Icon: CloudLightning },
    does: { deed: 'storm' },
  },
  {
    ...{ permission: 'send', label: 'Write a newsletter', also: 'campaign mail send', Icon: Send },
    does: { to: '/dashboard/newsletter' },
  },
  {
    ...{ permission: 'account', label: strings.changePassword, also: 'account', Icon: KeyRound },
    does: { to: changePasswordPath },
  },
  { permission: 'account', label: strings.signOut, also: 'log out leave', Icon: LogOut, does: { deed: 'sign-out' } },
];

/** Returns the user's review page: admins have their own. */
const review = (session: Session | undefined): Command[] =>
  allows(session, 'review')
    ? [
        {
          ...{ label: 'Review photos', also: 'snapshots pending approve reject moderate', Icon: Camera },
          does: { to: isWriter(session) ? '/dashboard/snapshot?tab=pending' : '/moderate' },
        },
      ]
    : [];

/** Returns the actions that the user may run. */
export const actionsFor = (session: Session | undefined): Command[] => [
  ...review(session),
  ...acts.filter(({ permission }) => allows(session, permission)),
];
