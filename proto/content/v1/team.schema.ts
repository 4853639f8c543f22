import { z } from 'zod';
import { maxLength, requiredLine, requiredText } from '../../fields.js';

/** Fields of POST /admin/main/team/create, besides the file `image`. */
export const teamMemberInput = z
  .strictObject({
    name: requiredLine('Name', maxLength.name),
    designation: requiredLine('Designation', maxLength.designation),
  })
  .meta({ id: 'TeamMemberInput' });

/** Fields of POST /admin/main/team/edit, besides the file; without one, the picture stays. */
export const teamMemberEditInput = teamMemberInput
  .extend({ team_id: requiredText('team_id', 100) })
  .meta({ id: 'TeamMemberEditInput' });

export const teamImageField = 'image';
export const teamImageLabel = 'Image';
