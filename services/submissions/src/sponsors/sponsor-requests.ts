import { once } from '@site/platform/data/idempotency';
import { newId } from '@site/platform/base/ids';
import { addPicture } from '@site/platform/lifecycle/pictures';
import { emailKey } from '@site/domain/email-address';
import { invalid } from '@site/proto/grpc';
import type {
  RequestSponsorshipRequest,
  RequestSponsorshipResponse,
} from '@site/proto/gen/nest/submissions/v1/sponsors';
import type { DataSource } from 'typeorm';
import { Sponsor } from './sponsor.entity.js';

/**
 * Stores row, logo, processing job and idempotency record in one transaction, so a response guarantees that all are
 * stored.
 */
export async function requestSponsorship(
  dataSource: DataSource,
  request: RequestSponsorshipRequest,
): Promise<RequestSponsorshipResponse> {
  const { name, email, phoneNumber, companyName, message, url, logo, idempotency } = request;
  if (!idempotency) throw invalid('The idempotency claim is missing.');
  return dataSource.transaction(async (manager) => {
    const { answer, replayed } = await once(manager, 'sponsor.request', idempotency, async () => {
      const id = newId();
      await manager.insert(Sponsor, {
        ...{ id, name, email: emailKey(email), phoneNumber, companyName, message },
        url: url ?? null,
        status: 'pending',
        logoId: logo ? await addPicture(manager, logo, 'logo', false) : null,
      });
      return { id };
    });
    return { id: answer.id, replayed };
  });
}
