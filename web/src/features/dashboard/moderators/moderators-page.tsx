import type { Moderator } from '@site/proto/auth/v1/moderators.responses';
import { createModeratorInput, editModeratorInput } from '@site/proto/auth/v1/moderators.schema';
import { newPasswordMinLength } from '@site/proto/auth/v1/passwords.schema';
import { PLACEHOLDERS } from '@/constants/display-constants.js';
import { ListScreen, type Listed } from '@/dashboard-kit/list/list-screen.js';
import { PeopleTabs } from '@/dashboard-kit/people-tabs.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as screenNames from '@/strings/screen-names.js';
import * as strings from '@/strings/public-strings.js';

const moderators: Listed<Moderator> = {
  kind: 'moderator',
  nameOf: ({ name }) => name,
  title: screenNames.moderators,
  tabs: <PeopleTabs />,
  note: 'They can review photos and answer messages, nothing else.',
  loadFailed: dashboardStrings.fetchTeamFailed,
  empty: dashboardStrings.noTeamMembers,
  counted: { nouns: ['moderator', 'moderators'], order: 'oldest first' },
  search: { label: 'Search moderators', emptyText: (searchText) => `No moderators match “${searchText}”.` },
  mark: Initials,
  placeholders: PLACEHOLDERS.moderators,
  input: createModeratorInput,
  editInput: editModeratorInput.omit({ moderator_id: true }),
  fields: {
    name: { label: strings.fullName },
    email: {
      type: 'email',
      label: strings.email,
      hint: 'Used to sign in, and for emails about pending photos.',
    },
    password: {
      type: 'password',
      label: strings.password,
      hint: `At least ${newPasswordMinLength} characters. To let them choose their own, invite them under People.`,
      hintOnEdit: 'Leave empty to keep the current one. A new password signs them out.',
    },
  },
  create: {
    title: 'Add New Moderator',
    submit: dashboardStrings.addMember,
    failed: dashboardStrings.createTeamMemberFailed,
  },
  edit: { title: 'Edit Moderate Member', failed: dashboardStrings.updateTeamMemberFailed },
  remove: {
    title: dashboardStrings.deleteTeamMemberQuestion,
    question: 'Are you sure you want to delete this team member?',
    note: ({ name, email }) => `${name} (${email}) is signed out immediately and can be restored for 30 days.`,
    failed: dashboardStrings.deleteTeamMemberFailed,
    done: ({ name }) => `Deleted ${name}.`,
  },
};

export function Page() {
  return <ListScreen of={moderators} />;
}

function Initials({ name }: Moderator) {
  return (
    <span
      aria-hidden="true"
      className="flex size-12 shrink-0 items-center justify-center rounded-full bg-sky-soft text-lg font-bold text-sky-strong"
    >
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const nameParts = name.trim().split(/\s+/);
  const letters = nameParts.length > 1 ? [nameParts[0], nameParts.at(-1)] : [nameParts[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
