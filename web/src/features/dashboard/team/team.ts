import { teamImageField, teamMemberInput } from '@site/proto/content/v1/team.schema';
import { request, type Answer } from '../../../api/api.js';
import type { PictureChoice } from '../../../dashboard-kit/editor/editor-fields.js';
import type { Faults, Stored } from '../../../dashboard-kit/editor/editor.js';
import { faultsOf } from '../../../dashboard-kit/editor/faults.js';
import { findInList, pagedQuery } from '../../../dashboard-kit/list/paged-query.js';
import { sendForm, type SaveCall } from '../../../dashboard-kit/editor/save.js';
import type { PictureSource } from '../../../ui/picture.js';
import { strings } from '../../../strings.js';

/** A person of the team as the dashboard edits it. */
export interface AdminMember {
  id: string;
  name: string;
  designation: string;
  image: string | null;
  picture: PictureSource | null;
  version: number;
}

export interface MemberValues extends Record<string, unknown> {
  name: string;
  designation: string;
  image: PictureChoice;
}

const address = '/admin/main/team';
export const teamList = 'team';
export const teamQuery = pagedQuery<AdminMember>(['admin', teamList], address);

export const storedMember = (member: AdminMember | undefined): Stored<MemberValues> => ({
  values: {
    name: member?.name ?? '',
    designation: member?.designation ?? '',
    image: member && (member.picture || member.image) ? 'stored' : null,
  },
  version: member?.version,
});

export function checkMember(values: MemberValues): Faults<MemberValues> {
  const faults = faultsOf<MemberValues>(teamMemberInput, values, ['name', 'designation']);
  return values.image === null ? { ...faults, image: strings.imageRequired } : faults;
}

export function saveMember(
  id: string | undefined,
  { name, designation, image }: MemberValues,
  call: SaveCall,
): Promise<Answer<AdminMember>> {
  const fields = { name, designation, [teamImageField]: image instanceof File ? image : undefined };
  return id === undefined
    ? sendForm(`${address}/create`, fields, call)
    : sendForm(`${address}/edit`, { ...fields, team_id: id }, call);
}

export async function loadMember(id: string): Promise<Stored<MemberValues> | undefined> {
  const member = await findInList<AdminMember>(address, id);
  return member && storedMember(member);
}

export const deleteMember = ({ id }: AdminMember) => request(`${address}/delete/${encodeURIComponent(id)}`);
