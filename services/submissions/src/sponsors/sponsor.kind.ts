/** Sponsors as a kind of submission: what decision, restoration and a finished logo do. */
import { announce } from '@site/platform/data/changes';
import type { ObjectStore } from '@site/platform/data/object-store';
import { addPlaceImageJob, StoredImage } from '@site/platform/lifecycle/images';
import { conflict, unavailable } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';
import { undecided, withRejection, type DecidableKind } from '../decisions/decisions.js';
import { copyToPublic } from '../images/image-objects.js';
import { addPurgeImageJob } from '../images/purge-image.job.js';
import { findSponsor, unknownSponsor } from './sponsor-lists.js';
import { Sponsor } from './sponsor.entity.js';

export const sponsorKind: DecidableKind<Sponsor> = {
  type: 'sponsor',
  table: 'sponsors',
  title: 'company_name',
  detail: withRejection('name'),
  topic: 'sponsors',
  picture: { kind: 'logo', column: 'logo_id', finished: logoFinished },
  restored,
  find: findSponsor,
  unknown: unknownSponsor,
  getImage: ({ logo }) => logo,
  // A failed logo doesn't prevent approval: the page then shows the company without it.
  isPresentable: (state) => state !== 'processing',
  text: { picture: 'logo', store: 'picture store' },
  withApproval: `position = nextval(pg_get_serial_sequence('sponsors', 'position'))`,
  // Frees the hero for another sponsor.
  withDeletion: 'is_top = false',
};

async function logoFinished(manager: EntityManager, { id }: StoredImage): Promise<void> {
  // The picture worker may read no other columns (`image-rights.ts`).
  const sponsor = await manager.findOne(Sponsor, { select: { id: true, deletedAt: true }, where: { logoId: id } });
  // Replaced or deleted meanwhile.
  if (!sponsor) return addPurgeImageJob(manager, id);
  if (sponsor.deletedAt) await addPlaceImageJob(manager, id);
  await announce(manager, 'sponsors', sponsor.id);
}

/** Makes a rejected sponsor pending; one from the site returns there, with its logo. */
async function restored(manager: EntityManager, id: string, store: ObjectStore): Promise<void> {
  const { status, logo } = await findSponsor(manager, id);
  if (status === 'rejected') await manager.update(Sponsor, { id }, undecided);
  if (status !== 'approved' || !logo) return;
  // The worker has already chosen where the sizes go.
  if (logo.state === 'processing') throw conflict('The logo is still being prepared. Try again in a moment.');
  // Waits for the lock of the logo's job while it moves objects.
  await manager.update(StoredImage, { id: logo.id }, { published: true });
  // Before the row changes, so that every reader of the row finds the logo. The job removes the private copies.
  await copyToPublic(store, logo).catch(() => {
    throw unavailable("The picture store isn't responding. Try again in a moment.");
  });
  await addPlaceImageJob(manager, logo.id);
}
