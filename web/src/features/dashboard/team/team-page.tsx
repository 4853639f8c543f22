import type { EditedMember } from '@site/proto/content/v1/team.answers';
import { teamMemberInput } from '@site/proto/content/v1/team.schema';
import { PLACEHOLDERS } from '../../../constants.js';
import { AdminPicture } from '../../../dashboard-kit/admin-picture.js';
import { ListScreen, type Listed } from '../../../dashboard-kit/list/list-screen.js';
import { OrderedList } from '../../../dashboard-kit/list/ordered-list.js';
import * as strings from '../../../strings.js';

const team: Listed<EditedMember> = {
  kind: 'team',
  nameOf: ({ name }) => name,
  title: strings.sidebarOurTeam,
  loadFailed: strings.fetchTeamFailed,
  empty: strings.noTeamMembers,
  counted: { words: ['member', 'members'], order: 'in the site’s order' },
  Ordered: OrderedList,
  pictureShape: 'aspect-4/3',
  placeholders: PLACEHOLDERS.team,
  input: teamMemberInput,
  fields: {
    name: { label: strings.fullName },
    designation: { label: strings.designation },
    image: {
      type: 'picture',
      label: 'Image',
      missing: strings.imageRequired,
      show: ({ name, picture, image }) => (
        <AdminPicture
          picture={picture}
          src={image}
          alt={`Current picture of ${name}`}
          cssPixels={560}
          className="size-full"
        />
      ),
    },
  },
  create: {
    title: strings.addNewMember,
    submit: strings.addMember,
    failed: strings.createTeamMemberFailed,
    done: () => 'Published the team member.',
  },
  edit: {
    title: strings.editTeamMember,
    failed: strings.updateTeamMemberFailed,
    done: () => 'Updated the team member.',
  },
  remove: {
    title: strings.deleteTeamMemberQuestion,
    question: 'The member disappears from the site and can be restored for 30 days.',
    note: ({ name, designation }) => `${name}, ${designation}`,
    failed: strings.deleteTeamMemberFailed,
    done: ({ name }) => `Deleted ${name}.`,
  },
};

export function Page() {
  return <ListScreen of={team} />;
}
