import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@site/platform/audit';
import { announce } from '@site/platform/changes';
import { once } from '@site/platform/idempotency';
import { isId } from '@site/platform/ids';
import { type ObjectStore } from '@site/platform/object-store';
import { Picture } from '@site/platform/pictures';
import { LOGGER, OBJECT_STORE, type Logger } from '@site/platform/tokens';
import { conflict, invalid, unavailable, type Caller } from '@site/proto/grpc';
import type { SetTopSponsorRequest } from '@site/proto/gen/nest/submissions/v1/sponsors';
import { isSponsorView, type SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { DataSource, IsNull, Not, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import { addOutcomeMail } from '../mail/outcome-mail.js';
import { addPlacePictureJob } from '../pictures/place-picture.job.js';
import { publishObjects } from '../pictures/publish-objects.js';
import { SponsorDisplay } from './sponsor-display.entity.js';
import { changedMeanwhile } from './sponsor-edits.js';
import { findSponsor, unknownSponsor } from './sponsor-lists.js';
import { Sponsor } from './sponsor.entity.js';

const now = () => 'now()';

/**
 * What admins decide about sponsors, by the rules of the decisions on photos: one UPDATE that names the state it starts from,
 * with its audit row, notice, mail and jobs in the same transaction. Deciding the same again does nothing; a contradicting
 * decision is a conflict.
 */
@Injectable()
export class SponsorDecisions {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async approve(id: string, caller: Caller): Promise<Sponsor> {
    const pending = await this.find(id);
    if (pending.status !== 'pending' || pending.deletedAt) return asApproved(pending);
    // One that could not be processed is no hindrance: the public page shows the company without a logo.
    if (pending.logo?.state === 'processing') {
      throw conflict('The logo is still being prepared. Please try again in a moment.');
    }
    const { dataSource, store, logger } = this;
    // Objects first, row second: whoever reads the row finds the logo.
    const copied = !pending.logo || (await publishObjects({ dataSource, store, logger }, pending.logo));
    if (copied && (await this.publish(pending, caller))) return this.find(id);
    const decided = await this.find(id);
    // Someone decided otherwise meanwhile, or not everything was copied: what was must not stay.
    if (pending.logoId && !decided.logo?.published) {
      await addPlacePictureJob(this.dataSource.manager, pending.logoId);
    }
    if (decided.status !== 'pending' || decided.deletedAt) return asApproved(decided);
    if (decided.logoId !== pending.logoId) throw changedMeanwhile();
    throw unavailable('The picture store does not answer. Please try again in a moment.');
  }

  /** Flips the row; false when someone else was faster. */
  private publish({ id, logoId, companyName }: Sponsor, caller: Caller): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.update(
        Sponsor,
        { id, status: 'pending', deletedAt: IsNull(), logoId: logoId ?? IsNull() },
        { status: 'approved', decidedAt: now },
      );
      if (!affected) return false;
      if (logoId) {
        await manager.update(Picture, { id: logoId }, { published: true });
        await addPlacePictureJob(manager, logoId);
      }
      await audit(manager, caller, 'sponsor.approve', id, companyName);
      await addOutcomeMail(manager, { type: 'sponsor', id });
      await announce(manager, 'sponsors', id);
      return true;
    });
  }

  async reject(id: string, reason: string | undefined, caller: Caller): Promise<Sponsor> {
    if (!isId(id)) throw unknownSponsor();
    await this.dataSource.transaction(async (manager) => {
      const rejected = await change(manager, `id = :id AND status = 'pending' AND deleted_at IS NULL`, id, {
        status: 'rejected',
        rejectReason: reason ? reason : null,
        decidedAt: now,
        deletedAt: now,
      });
      if (!rejected) return;
      // An approval that was a moment too late may have copied it.
      if (rejected.logoId) await addPlacePictureJob(manager, rejected.logoId);
      await audit(manager, caller, 'sponsor.reject', id, rejected.companyName);
      await addOutcomeMail(manager, { type: 'sponsor', id });
    });
    const sponsor = await this.find(id);
    if (sponsor.status === 'rejected') return sponsor;
    if (sponsor.deletedAt) throw unknownSponsor();
    throw conflict('This sponsor was already approved.');
  }

  async delete(id: string, caller: Caller): Promise<void> {
    if (!isId(id)) throw unknownSponsor();
    await this.dataSource.transaction(async (manager) => {
      // No longer in the hero, either: another one may be chosen before this one is restored.
      const deleted = await change(manager, 'id = :id AND deleted_at IS NULL', id, { deletedAt: now, isTop: false });
      if (!deleted) {
        if (await manager.existsBy(Sponsor, { id, deletedAt: Not(IsNull()) })) return;
        throw unknownSponsor();
      }
      if (deleted.logoId) {
        await manager.update(Picture, { id: deleted.logoId, published: true }, { published: false });
        await addPlacePictureJob(manager, deleted.logoId);
      }
      await audit(manager, caller, 'sponsor.delete', id, deleted.companyName);
      await announce(manager, 'sponsors', id);
    });
  }

  /** Chooses the sponsor in the hero, or takes the choice back; without `isTop` the opposite of what is. */
  async setTop({ id, isTop, idempotency }: SetTopSponsorRequest, caller: Caller): Promise<Sponsor> {
    if (!idempotency) throw invalid('The idempotency claim is missing.');
    if (!isId(id)) throw unknownSponsor();
    await this.dataSource.transaction((manager) =>
      once(manager, `sponsor.top.${id}`, idempotency, async () => {
        // Two choices at once: the second one begins when the first one is done.
        await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('submissions.top-sponsor', 0))`);
        const sponsor = await findSponsor(manager, id);
        if (sponsor.deletedAt) throw unknownSponsor();
        if (sponsor.status !== 'approved') throw conflict('Only an approved sponsor can be the top sponsor.');
        const wanted = isTop ?? !sponsor.isTop;
        if (wanted !== sponsor.isTop) await choose(manager, sponsor, wanted, caller);
        return { id };
      }),
    );
    return this.find(id);
  }

  /** Chooses how the public pages show sponsors. */
  async setView(view: string, caller: Caller): Promise<SponsorView> {
    if (!isSponsorView(view)) {
      const message = 'The design must be 1, 2, 3 or 4.';
      throw invalid(message, [{ field: 'design_number', message }]);
    }
    await this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.update(SponsorDisplay, { id: 1, view: Not(view) }, { view });
      if (!affected) return;
      await audit(manager, caller, 'sponsor.view', view, viewNames[view]);
      await announce(manager, 'sponsors');
    });
    return view;
  }

  private find(id: string): Promise<Sponsor> {
    return findSponsor(this.dataSource.manager, id);
  }
}

const viewNames: Record<SponsorView, string> = { '1': 'bar', '2': 'circle', '3': 'grid', '4': 'crop' };

/** The answer to "approve this" for a sponsor that is decided. */
function asApproved(sponsor: Sponsor): Sponsor {
  if (sponsor.status === 'rejected') throw conflict('This sponsor was already rejected.');
  if (sponsor.deletedAt) throw unknownSponsor();
  return sponsor;
}

async function choose(manager: EntityManager, { id, companyName }: Sponsor, isTop: boolean, caller: Caller) {
  if (isTop) await manager.update(Sponsor, { isTop: true }, { isTop: false });
  const { affected } = await manager.update(Sponsor, { id, deletedAt: IsNull() }, { isTop });
  // Deleted between our look and our step.
  if (!affected) throw unknownSponsor();
  await audit(manager, caller, isTop ? 'sponsor.top' : 'sponsor.untop', id, companyName);
  await announce(manager, 'sponsors', id);
}

type Changed = Pick<Sponsor, 'logoId' | 'companyName'>;

/** Changes the sponsor if it is in the state that `where` names; returns what it is, or undefined if it is not. */
async function change(
  manager: EntityManager,
  where: string,
  id: string,
  values: QueryDeepPartialEntity<Sponsor>,
): Promise<Changed | undefined> {
  const result = await manager
    .createQueryBuilder()
    .update(Sponsor)
    .set(values)
    .where(where, { id })
    .returning('logo_id AS "logoId", company_name AS "companyName"')
    .execute();
  return (result.raw as Changed[])[0];
}
