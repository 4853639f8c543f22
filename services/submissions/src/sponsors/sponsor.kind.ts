import { announce } from '@site/platform/data/changes';
import type { ObjectStore } from '@site/platform/data/object-store';
import { addPlacePictureJob, Picture } from '@site/platform/lifecycle/pictures';
import { conflict, unavailable } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';
import { undecided, withRejection, type DecidableKind } from '../decisions/decisions.js';
import { copyToPublic } from '../pictures/picture-objects.js';
import { addPurgePictureJob } from '../pictures/purge-picture.job.js';
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
  pictureOf: ({ logo }) => logo,
  // A logo that could not be processed does not stand in the way: the public page shows the company without it.
  isPresentable: (state) => state !== 'processing',
  words: { picture: 'logo', store: 'picture store' },
  // Nor is it in the hero any more: another one may be chosen before this one is restored.
  withDeletion: 'is_top = false',
};

async function logoFinished(manager: EntityManager, { id }: Picture): Promise<void> {
  // The picture worker's role may read no more of it (`picture-rights.ts`).
  const sponsor = await manager.findOne(Sponsor, { select: { id: true, deletedAt: true }, where: { logoId: id } });
  // Replaced or deleted while the worker was busy with it.
  if (!sponsor) return addPurgePictureJob(manager, id);
  if (sponsor.deletedAt) await addPlacePictureJob(manager, id);
  await announce(manager, 'sponsors', sponsor.id);
}

/** A rejected one waits for a decision again; one that was on the site is back there, with its logo. */
async function restored(manager: EntityManager, id: string, store: ObjectStore): Promise<void> {
  const { status, logo } = await findSponsor(manager, id);
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
