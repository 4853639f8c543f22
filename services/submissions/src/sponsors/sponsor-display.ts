/** How public pages display sponsors: which one is in the hero, and the style of the list. */
import { audit } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import { once } from '@site/platform/data/idempotency';
import { isId } from '@site/platform/base/ids';
import type { SetTopSponsorRequest } from '@site/proto/gen/nest/submissions/v1/sponsors';
import { conflict, invalid, invalidField, type Caller } from '@site/proto/grpc';
import { isSponsorView, type SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { IsNull, Not, type DataSource, type EntityManager } from 'typeorm';
import { SponsorDisplay, Sponsor } from './sponsor.entity.js';
import { findSponsor, unknownSponsor } from './sponsor-lists.js';

/** Sets or clears the sponsor in the hero; without `isTop`, toggles. */
export async function setTopSponsor(
  dataSource: DataSource,
  { id, isTop, idempotency }: SetTopSponsorRequest,
  caller: Caller,
): Promise<Sponsor> {
  if (!idempotency) throw invalid('The idempotency claim is missing.');
  if (!isId(id)) throw unknownSponsor();
  await dataSource.transaction((manager) =>
    once(manager, `sponsor.top.${id}`, idempotency, async () => {
      // Serializes concurrent choices.
      await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('submissions.top-sponsor', 0))`);
      const sponsor = await findSponsor(manager, id);
      if (sponsor.deletedAt) throw unknownSponsor();
      if (sponsor.status !== 'approved') throw conflict('Only an approved sponsor can be the top sponsor.');
      const shouldBeTop = isTop ?? !sponsor.isTop;
      if (shouldBeTop !== sponsor.isTop) await setTop(manager, sponsor, shouldBeTop, caller);
      return { id };
    }),
  );
  return findSponsor(dataSource.manager, id);
}

async function setTop(manager: EntityManager, { id, companyName }: Sponsor, isTop: boolean, caller: Caller) {
  if (isTop) await manager.update(Sponsor, { isTop: true }, { isTop: false });
  const { affected } = await manager.update(Sponsor, { id, deletedAt: IsNull() }, { isTop });
  // Deleted meanwhile.
  if (!affected) throw unknownSponsor();
  await audit(manager, caller, isTop ? 'sponsor.top' : 'sponsor.untop', id, companyName);
  await announce(manager, 'sponsors', id);
}

const viewNames: Record<SponsorView, string> = { '1': 'bar', '2': 'circle', '3': 'grid', '4': 'crop' };

/** @param view "1" to "4" @throws INVALID_ARGUMENT naming `design_number` */
export async function setSponsorView(dataSource: DataSource, view: string, caller: Caller): Promise<SponsorView> {
  if (!isSponsorView(view)) throw invalidField('design_number', 'The design must be 1, 2, 3 or 4.');
  await dataSource.transaction(async (manager) => {
    const { affected } = await manager.update(SponsorDisplay, { id: 1, view: Not(view) }, { view });
    if (!affected) return;
    await audit(manager, caller, 'sponsor.view', view, viewNames[view]);
    await announce(manager, 'sponsors');
  });
  return view;
}
