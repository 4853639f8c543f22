/** Sponsorship requests from the public form, and admins' edits of sponsors. */
import { audit } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import { once } from '@site/platform/data/idempotency';
import { assertCurrentVersion } from '@site/platform/data/versions';
import { isId, newId } from '@site/platform/base/ids';
import { addImage } from '@site/platform/lifecycle/images';
import { emailKey } from '@site/domain/email-address';
import { invalid, type Caller } from '@site/proto/grpc';
import type {
  CreateSponsorRequest,
  CreateSponsorResponse,
  RequestSponsorshipRequest,
  RequestSponsorshipResponse,
  SponsorFields,
  UpdateSponsorRequest,
  UpdateSponsorResponse,
} from '@site/proto/gen/nest/submissions/v1/sponsors';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import { addPurgeImageJob } from '../images/purge-image.job.js';
import { findSponsor, unknownSponsor } from './sponsor-lists.js';
import { Sponsor, sponsorMessage } from './sponsor.entity.js';

const columns = ({ name, email, phoneNumber, companyName, message, url }: SponsorFields) => ({
  name,
  email: emailKey(email),
  phoneNumber,
  companyName,
  message,
  url: url ?? null,
});

const incomplete = () => invalid('The form or the idempotency claim is missing.');

/** Stores row, logo, job and idempotency record in one transaction: a response guarantees that all are stored. */
export async function requestSponsorship(
  dataSource: DataSource,
  request: RequestSponsorshipRequest,
): Promise<RequestSponsorshipResponse> {
  const { logo, idempotency } = request;
  if (!idempotency) throw invalid('The idempotency claim is missing.');
  return dataSource.transaction(async (manager) => {
    const { response, replayed } = await once(manager, 'sponsor.request', idempotency, async () => {
      const id = newId();
      const logoId = logo ? await addImage(manager, logo, 'logo', false) : null;
      await manager.insert(Sponsor, { id, ...columns(request), status: 'pending', logoId });
      return { id };
    });
    return { id: response.id, replayed };
  });
}

/** Like `requestSponsorship`, with audit row and change notice. */
export async function createSponsor(
  dataSource: DataSource,
  { fields, logo, idempotency }: CreateSponsorRequest,
  caller: Caller,
): Promise<CreateSponsorResponse> {
  if (!fields || !idempotency) throw incomplete();
  return dataSource.transaction(async (manager) => {
    const { response, replayed } = await once(manager, 'sponsor.create', idempotency, async () => {
      const id = newId();
      await manager.insert(Sponsor, {
        id,
        ...columns(fields),
        status: 'approved',
        decidedAt: () => 'now()',
        logoId: logo ? await addImage(manager, logo, 'logo', true) : null,
      });
      await audit(manager, caller, 'sponsor.create', id, fields.companyName);
      await announce(manager, 'sponsors', id);
      return { id };
    });
    return { sponsor: sponsorMessage(await findSponsor(manager, response.id)), replayed };
  });
}

/**
 * Updates the version that the editor saw. Without the claim's key, a retry would find the first attempt's version and
 * report a conflict.
 */
export async function updateSponsor(
  dataSource: DataSource,
  request: UpdateSponsorRequest,
  caller: Caller,
): Promise<UpdateSponsorResponse> {
  const { id, idempotency } = request;
  if (!request.fields || !idempotency) throw incomplete();
  if (!isId(id)) throw unknownSponsor();
  return dataSource.transaction(async (manager) => {
    const { replayed } = await once(manager, `sponsor.edit.${id}`, idempotency, async () => {
      await edit(manager, request, caller);
      return { id };
    });
    return { sponsor: sponsorMessage(await findSponsor(manager, id)), replayed };
  });
}

async function edit(
  manager: EntityManager,
  { id, fields, logo, expectedVersion }: UpdateSponsorRequest,
  caller: Caller,
): Promise<void> {
  const sponsor = await manager.findOne(Sponsor, {
    where: { id, deletedAt: IsNull() },
    lock: { mode: 'pessimistic_write' },
  });
  if (!sponsor || !fields) throw unknownSponsor();
  assertCurrentVersion(expectedVersion, sponsor.version);
  const isPublic = sponsor.status === 'approved';
  await manager.update(
    Sponsor,
    { id },
    {
      ...columns(fields),
      version: sponsor.version + 1,
      ...(logo && { logoId: await addImage(manager, logo, 'logo', isPublic) }),
    },
  );
  if (logo && sponsor.logoId) await addPurgeImageJob(manager, sponsor.logoId);
  await audit(manager, caller, 'sponsor.edit', id, fields.companyName);
  if (isPublic) await announce(manager, 'sponsors', id);
}
