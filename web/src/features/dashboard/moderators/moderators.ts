import { createModeratorInput, editModeratorInput } from '@site/proto/auth/v1/moderators.schema';
import { request, type Answer } from '../../../api/api.js';
import type { Faults, Stored } from '../../../dashboard-kit/editor/editor.js';
import { faultsOf } from '../../../dashboard-kit/editor/faults.js';
import { findInList, pagedQuery } from '../../../dashboard-kit/list/paged-query.js';
import { sendForm, type SaveCall } from '../../../dashboard-kit/editor/save.js';

/** Someone who may review photos. The password is never told. */
export interface Moderator {
  id: string;
  name: string;
  email: string;
  created_at: string;
  /** Counts the edits. */
  version: number;
}

export interface ModeratorValues extends Record<string, unknown> {
  name: string;
  email: string;
  /** Empty while editing: it stays as it is. */
  password: string;
}

const address = '/admin/main/moderator';
export const moderatorsList = 'moderators';

/** All of them, or those whose name or address holds the words. */
export const moderatorsQuery = (words: string) =>
  pagedQuery<Moderator>(['admin', moderatorsList, words], address, words ? { q: words } : {});

export const storedModerator = (moderator: Moderator | undefined): Stored<ModeratorValues> => ({
  values: { name: moderator?.name ?? '', email: moderator?.email ?? '', password: '' },
  version: moderator?.version,
});

export function checkModerator(values: ModeratorValues, isNew: boolean): Faults<ModeratorValues> {
  return faultsOf(isNew ? createModeratorInput : editModeratorInput, values, ['name', 'email', 'password']);
}

export function saveModerator(
  id: string | undefined,
  { name, email, password }: ModeratorValues,
  call: SaveCall,
): Promise<Answer<Moderator>> {
  if (id === undefined) return sendForm(`${address}/create`, { name, email, password }, call);
  return sendForm(`${address}/edit`, { moderator_id: id, name, email, password: password || undefined }, call);
}

export async function loadModerator(id: string): Promise<Stored<ModeratorValues> | undefined> {
  const moderator = await findInList<Moderator>(address, id);
  return moderator && storedModerator(moderator);
}

/** The specification's call: a GET that changes something. The gateway lets it act only for a script of our own pages. */
export const deleteModerator = ({ id }: Moderator) => request(`${address}/delete/${encodeURIComponent(id)}`);
