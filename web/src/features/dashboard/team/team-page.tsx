import type { EditedMember } from '@site/proto/content/v1/team.responses';
import { teamMemberInput } from '@site/proto/content/v1/team.schema';
import { PLACEHOLDERS } from '@/constants/display-constants.js';
import { AdminImage } from '@/dashboard-kit/admin-image.js';
import { ListScreen, type Listed } from '@/dashboard-kit/list/list-screen.js';
import { OrderedList } from '@/dashboard-kit/list/ordered-list.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as screenNames from '@/strings/screen-names.js';
import * as strings from '@/strings/public-strings.js';

const team: Listed<EditedMember> = {
  kind: 'team',
  nameOf: ({ name }) => name,
  title: screenNames.ourTeam,
  loadFailed: dashboardStrings.fetchTeamFailed,
  empty: dashboardStrings.noTeamMembers,
  counted: { nouns: ['member', 'members'], order: 'in the site’s order' },
  Ordered: OrderedList,
  imageShape: 'aspect-4/3',
  placeholders: PLACEHOLDERS.team,
  input: teamMemberInput,
  fields: {
    name: { label: strings.fullName },
    designation: { label: 'Designation' },
    image: {
      type: 'picture',
      label: 'Image',
      missing: 'Image is required',
      show: ({ name, picture, image }) => (
        <AdminImage
          image={picture}
          src={image}
          alt={`Current picture of ${name}`}
          cssPixels={560}
          className="size-full"
        />
      ),
    },
  },
  create: {
    title: 'Add New Member',
    submit: dashboardStrings.addMember,
    failed: dashboardStrings.createTeamMemberFailed,
    done: () => 'Published the team member.',
  },
  edit: {
    title: 'Edit Team Member',
    failed: dashboardStrings.updateTeamMemberFailed,
    done: () => 'Updated the team member.',
  },
  remove: {
    title: dashboardStrings.deleteTeamMemberQuestion,
    question: 'The member disappears from the site and can be restored for 30 days.',
    note: ({ name, designation }) => `${name}, ${designation}`,
    failed: dashboardStrings.deleteTeamMemberFailed,
    done: ({ name }) => `Deleted ${name}.`,
  },
};

export function Page() {
  return <ListScreen of={team} />;
}
