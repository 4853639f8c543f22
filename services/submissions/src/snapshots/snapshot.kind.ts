/** Visitors' photos as a kind of submission: what decision, restoration and a finished image do. */
import { announce } from '@site/platform/data/changes';
import { addPlaceImageJob, type StoredImage } from '@site/platform/lifecycle/images';
import { conflict } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';
import { undecided, withRejection, type DecidableKind } from '../decisions/decisions.js';
import { addOutcomeMail } from '../decisions/decision-mail.js';
import { addPurgeImageJob } from '../images/purge-image.job.js';
import { findSnapshot, unknownSnapshot, Snapshot } from './snapshot.entity.js';

export const snapshotKind: DecidableKind<Snapshot> = {
  type: 'snapshot',
  table: 'snapshots',
  title: `first_name || ' ' || last_name`,
  detail: withRejection('location'),
  picture: { kind: 'snapshot', column: 'image_id', finished: photoFinished },
  restored,
  find: findSnapshot,
  unknown: unknownSnapshot,
  getImage: ({ picture }) => picture,
  isPresentable: (state) => state === 'ready',
  text: { picture: 'photo', store: 'photo store' },
  namesDecider: true,
};

/** Makes a restored photo need a new decision. The earlier one also made its objects private. */
async function restored(manager: EntityManager, id: string): Promise<void> {
  const { picture } = await findSnapshot(manager, id);
  if (picture.state === 'rejected') throw conflict("This photo is damaged, so it can't be restored.");
  await manager.update(Snapshot, { id }, { ...undecided, decidedBy: null, decidedByName: '' });
}

async function photoFinished(manager: EntityManager, image: StoredImage): Promise<void> {
  // The picture worker may read no other columns (`image-rights.ts`).
  const snapshot = await manager.findOne(Snapshot, {
    select: { id: true, deletedAt: true },
    where: { imageId: image.id },
  });
  if (!snapshot) return addPurgeImageJob(manager, image.id);
  if (image.state === 'rejected') return rejectDamaged(manager, snapshot.id, image.rejectionReason);
  const duplicateOf = await findSimilarSnapshots(manager, image);
  if (duplicateOf.length > 0) await manager.update(Snapshot, { id: snapshot.id }, { duplicateOf });
  // Its objects may be in the wrong place.
  if (snapshot.deletedAt) await addPlaceImageJob(manager, image.id);
  await announce(manager, 'snapshots', snapshot.id);
}

/** Rejects a photo that can't be displayed, without a moderator. */
async function rejectDamaged(manager: EntityManager, id: string, reason: string): Promise<void> {
  const [, rejected] = await manager.query<[unknown, number]>(
    `UPDATE snapshots SET status = 'rejected', reject_reason = $2, decided_at = now(), deleted_at = now()
     WHERE id = $1 AND status = 'pending' AND deleted_at IS NULL`,
    [id, reason],
  );
  // No moderator decided, so there is no undo and no `decidedAt`.
  if (rejected > 0) await addOutcomeMail(manager, { type: 'snapshot', id });
}

/** Differing bits, of 64, up to which pictures look the same. */
const sameWithinBits = 6;
const similarPhotoDays = 90;
const maxSimilarSnapshots = 10;
/** A uniform picture (fog, night) can't be compared. */
const plainHash = /^(0{16}|f{16})$/;

/** Returns the ids of the latest similar snapshots. Compared once, so that lists are cheap. */
async function findSimilarSnapshots(manager: EntityManager, { id, perceptualHash }: StoredImage): Promise<string[]> {
  if (!perceptualHash || plainHash.test(perceptualHash)) return [];
  // If two pictures finish at the same moment, the second must find the first.
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('snapshots.look-alikes', 0))`);
  const rows = await manager.query<{ id: string }[]>(
    `SELECT snapshots.id FROM images JOIN snapshots ON snapshots.image_id = images.id
     WHERE images.kind = 'snapshot' AND images.perceptual_hash IS NOT NULL AND images.id <> $1
       AND images.created_at > now() - make_interval(days => ${similarPhotoDays})
       AND bit_count(('x' || images.perceptual_hash)::bit(64) # ('x' || $2::text)::bit(64)) <= ${sameWithinBits}
     ORDER BY images.created_at DESC LIMIT ${maxSimilarSnapshots}`,
    [id, perceptualHash],
  );
  return rows.map((row) => row.id);
}
