import { type ObjectStore } from '@site/platform/object-store';
import { Picture } from '@site/platform/pictures';
import { type TrashKind } from '@site/platform/trash';
import { conflict, unavailable } from '@site/proto/grpc';
import { type EntityManager } from 'typeorm';
import { copyToPublic } from '../pictures/picture-objects.js';
import { addPlacePictureJob } from '../pictures/place-picture.job.js';
import { Snapshot } from '../snapshots/snapshot.entity.js';
import { Sponsor } from '../sponsors/sponsor.entity.js';

const undecided = { status: 'pending', decidedAt: null, rejectReason: null } as const;

/** A second line: what says which one it is, and that it was refused, if it was. */
const withRejection = (what: string) =>
  `${what} || CASE WHEN status = 'rejected' THEN ', rejected' || coalesce(': ' || nullif(reject_reason, ''), '') ELSE '' END`;

/** What of this service can be brought back, and what that takes. */
export const trashKinds = (store: ObjectStore): TrashKind[] => [
  {
    type: 'snapshot',
    table: 'snapshots',
    title: `first_name || ' ' || last_name`,
    detail: withRejection('location'),
    restored: restoreSnapshot,
  },
  {
    type: 'sponsor',
    table: 'sponsors',
    title: 'company_name',
    detail: withRejection('name'),
    topic: 'sponsors',
    restored: (manager, id) => restoreSponsor(manager, id, store),
  },
  { type: 'contact', table: 'contact_messages', title: 'name', detail: 'left(feedback, 200)' },
];

/**
 * However it went, a moderator decides anew: what is public has been looked at. Its picture went to where private ones lie
 * with the decision that took it away.
 */
async function restoreSnapshot(manager: EntityManager, id: string): Promise<void> {
  const snapshot = await manager.findOneOrFail(Snapshot, { where: { id }, relations: { picture: true } });
  if (snapshot.picture.state === 'rejected') throw conflict('This photo is damaged, so it cannot be restored.');
  await manager.update(Snapshot, { id }, undecided);
}

/** A refused one waits for a decision again; one that was on the site is back there, with its logo. */
async function restoreSponsor(manager: EntityManager, id: string, store: ObjectStore): Promise<void> {
  const { status, logo } = await manager.findOneOrFail(Sponsor, { where: { id }, relations: { logo: true } });
  if (status === 'rejected') await manager.update(Sponsor, { id }, undecided);
  if (status !== 'approved' || !logo) return;
  // Where the worker puts the sizes was settled when it began.
  if (logo.state === 'processing') throw conflict('The logo is still being prepared. Please try again in a moment.');
  // Waits until the logo's job has moved what it was moving.
  await manager.update(Picture, { id: logo.id }, { published: true });
  // Objects first, row second: whoever reads the row finds the logo. The job removes the private copies.
  await copyToPublic(store, logo).catch(() => {
    throw unavailable('The picture store does not answer. Please try again in a moment.');
  });
  await addPlacePictureJob(manager, logo.id);
}
