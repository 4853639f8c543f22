import { announce } from '@site/platform/changes';
import { type Picture, type PictureFinished } from '@site/platform/pictures';
import { type EntityManager } from 'typeorm';
import { addOutcomeMail } from '../mail/outcome-mail.js';
import { addPurgePictureJob } from '../retention/purge-picture.job.js';
import { Snapshot } from '../snapshots/snapshot.entity.js';
import { Sponsor } from '../sponsors/sponsor.entity.js';
import { addPlacePictureJob } from './place-picture.job.js';

/** What follows for this service's own rows when the worker has finished a picture; in the same transaction. */
export const pictureFinished: PictureFinished = async (manager, picture) => {
  if (picture.kind === 'logo') return logoFinished(manager, picture);
  if (picture.kind !== 'snapshot') return;
  const snapshot = await manager.findOneBy(Snapshot, { pictureId: picture.id });
  if (!snapshot) return addPurgePictureJob(manager, picture.id);
  if (picture.state === 'rejected') return rejectSnapshot(manager, snapshot, picture.rejectedBecause);
  const duplicateOf = await lookAlikes(manager, picture);
  if (duplicateOf.length > 0) await manager.update(Snapshot, { id: snapshot.id }, { duplicateOf });
  // Deleted while the worker was at it: its objects may have gone where they no longer belong.
  if (snapshot.deletedAt) await addPlacePictureJob(manager, picture.id);
  await announce(manager, 'snapshots', snapshot.id);
};

async function logoFinished(manager: EntityManager, { id }: Picture): Promise<void> {
  const sponsor = await manager.findOneBy(Sponsor, { logoId: id });
  // Replaced or deleted while the worker was at it.
  if (!sponsor) return addPurgePictureJob(manager, id);
  if (sponsor.deletedAt) await addPlacePictureJob(manager, id);
  await announce(manager, 'sponsors', sponsor.id);
}

/** A photo that cannot be shown needs no moderator. */
async function rejectSnapshot(manager: EntityManager, { id }: Snapshot, reason: string): Promise<void> {
  const [, rejected] = await manager.query<[unknown, number]>(
    `UPDATE snapshots SET status = 'rejected', reject_reason = $2, decided_at = now(), deleted_at = now()
     WHERE id = $1 AND status = 'pending' AND deleted_at IS NULL`,
    [id, reason],
  );
  if (rejected > 0) await addOutcomeMail(manager, { type: 'snapshot', id });
}

/** Two pictures look the same when at most this many of the 64 bits of their difference hashes differ. */
const sameWithinBits = 6;
const lookAlikeDays = 90;
const lookAlikesShown = 10;
/** All comparisons are the same: a plain surface (fog, night) says nothing about likeness. */
const plainHash = /^(0{16}|f{16})$/;

/** Ids of the latest snapshots that show the same. Compared once, when the picture is made, so that lists cost nothing. */
async function lookAlikes(manager: EntityManager, { id, perceptualHash }: Picture): Promise<string[]> {
  if (!perceptualHash || plainHash.test(perceptualHash)) return [];
  // Of two finished at the same moment the second must see the first.
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('snapshots.look-alikes', 0))`);
  const rows = await manager.query<{ id: string }[]>(
    `SELECT snapshots.id FROM pictures JOIN snapshots ON snapshots.picture_id = pictures.id
     WHERE pictures.kind = 'snapshot' AND pictures.perceptual_hash IS NOT NULL AND pictures.id <> $1
       AND pictures.created_at > now() - make_interval(days => ${lookAlikeDays})
       AND bit_count(('x' || pictures.perceptual_hash)::bit(64) # ('x' || $2::text)::bit(64)) <= ${sameWithinBits}
     ORDER BY pictures.created_at DESC LIMIT ${lookAlikesShown}`,
    [id, perceptualHash],
  );
  return rows.map((row) => row.id);
}
