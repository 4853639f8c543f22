/** Dashboard routes of moderators' accounts: list, create, edit and delete. */
import { moderatorResponse } from '@site/proto/auth/v1/moderators.responses';
import { createModeratorInput, editModeratorInput } from '@site/proto/auth/v1/moderators.schema';
import { searchQuery } from '@site/proto/fields';
import type { Moderator, ModeratorsServiceClient } from '@site/proto/gen/nest/auth/v1/moderators';
import { toResponse } from '../../responses/response-from.js';
import { editedList } from '../../feature-kit/content-crud.js';
import { requireId } from '../../edge/http-errors.js';

const checkedId = (id: string) => requireId(id, 'This moderator does not exist.');

export class ModeratorsController extends editedList({
  path: 'moderator',
  tag: 'moderators (dashboard)',
  permission: 'people',
  name: 'Moderator',
  client: (clients) => clients.of<ModeratorsServiceClient>('auth', 'ModeratorsService'),
  answer: moderatorResponse,
  toJson: (moderator: Moderator) => toResponse(moderatorResponse, moderator),
  list: {
    title: 'Moderators',
    summary: 'Moderators, oldest first, paged by next_cursor.',
    query: searchQuery,
    call: (client, { q: query, ...page }, metadata) =>
      client
        .listModerators({ ...page, query }, metadata)
        .then(({ moderators, nextCursor }) => ({ rows: moderators, nextCursor })),
  },
  create: {
    summary: 'Adds a moderator.',
    needsRecentSignIn: true,
    form: { fields: createModeratorInput },
    call: (client, { fields, idempotency: { key } }, metadata) =>
      client.createModerator({ ...fields, idempotencyKey: key }, metadata),
  },
  edit: {
    summary: 'Changes a moderator; a new password ends their sessions.',
    needsRecentSignIn: true,
    form: { fields: editModeratorInput },
    keyed: false,
    call: (client, { fields: { moderator_id: id, ...fields }, write: { expectedVersion } }, metadata) =>
      client.updateModerator({ id: checkedId(id), ...fields, expectedVersion }, metadata),
  },
  delete: {
    summary: 'Deletes a moderator and ends their sessions. They can be restored for 30 days.',
    call: (client, id, metadata) => client.deleteModerator({ id: checkedId(id) }, metadata),
  },
}) {}
