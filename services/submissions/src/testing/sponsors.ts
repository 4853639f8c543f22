/** Requests and edits sponsors in tests. */
import { randomUUID } from 'node:crypto';
import { until } from '@site/platform/testing/until';
import type { GetHomeSubmissionsResponse } from '@site/proto/gen/nest/submissions/v1/home';
import type {
  CreateSponsorResponse,
  ListSponsorsResponse,
  RequestSponsorshipResponse,
  Sponsor,
  UpdateSponsorResponse,
} from '@site/proto/gen/nest/submissions/v1/sponsors';
import { scene } from './photos.js';
import { admin, type Submissions } from './submissions.js';

export const sponsorFields = {
  name: 'Sam Example',
  email: 'sam@example.com',
  phoneNumber: '+15015550123',
  companyName: 'Ozark Tires',
  message: 'We would like to help.',
};

/** Returns a new idempotency claim. */
export const claim = () => ({ key: randomUUID(), fingerprint: 'f'.repeat(64) });

interface LogoRow {
  id: string;
  state: string;
  published: boolean;
  sizes: { key: string }[];
}

/** Returns a client of the sponsors' rpcs, as an admin by default. */
export function sponsorsOf(submissions: Submissions) {
  const call = <Response>(method: string, request: object, caller = admin) =>
    submissions.service.call<Response>('submissions.v1.SponsorsService', method, request, caller);
  const fields = sponsorFields;
  const publicly = async () => {
    const home = await submissions.service.call<GetHomeSubmissionsResponse>(
      'submissions.v1.HomeService',
      'getHomeSubmissions',
      {},
    );
    return home.sponsors!;
  };
  const settled = () =>
    until('the pictures to be in place', async () => {
      const open = await submissions.query(`SELECT FROM outbox WHERE queue = 'moderation' AND processed_at IS NULL`);
      return open.length === 0;
    });
  const logo = async (number = 5) => {
    const bytes = await scene(number, { width: 400, height: 300 }).png().toBuffer();
    return { logo: await submissions.stage(bytes, 'image/png') };
  };
  const requested = async (request: object = {}) =>
    (await call<RequestSponsorshipResponse>('requestSponsorship', { ...fields, idempotency: claim(), ...request })).id;

  return {
    call,
    create: async (request: object = {}) =>
      (await call<CreateSponsorResponse>('createSponsor', { fields, idempotency: claim(), ...request })).sponsor!,
    update: (id: string, request: object = {}) =>
      call<UpdateSponsorResponse>('updateSponsor', { id, fields, idempotency: claim(), ...request }),
    requested,
    requestedWithLogo: async () => {
      const id = await requested(await logo());
      await settled();
      return id;
    },
    approve: (id: string) => call<Sponsor>('approveSponsor', { id }),
    reject: (id: string, reason?: string) => call<Sponsor>('rejectSponsor', { id, reason }),
    remove: (id: string) => call<object>('deleteSponsor', { id }),
    setTop: (id: string, isTop?: boolean, idempotency = claim()) =>
      call<Sponsor>('setTopSponsor', { id, isTop, idempotency }),
    setView: (sponsorView: string) => call<{ sponsorView: string }>('setSponsorView', { sponsorView }),
    list: (state: string, request: object = {}) =>
      call<ListSponsorsResponse>('listSponsors', { state, limit: 100, ...request }),
    publicly,
    publicIds: async () => (await publicly()).sponsors.map(({ id }) => id),
    restore: (id: string) =>
      submissions.service.call('trash.v1.TrashService', 'restoreFromTrash', { type: 'sponsor', id }, admin),
    logo,
    settled,
    /** Returns "action label" of each entry, oldest first. */
    auditOf: async (id: string) =>
      (
        await submissions.query<{ action: string; subject_label: string }>(
          'SELECT action, subject_label FROM audit WHERE subject_id = $1 ORDER BY id',
          [id],
        )
      ).map(({ action, subject_label }) => `${action} ${subject_label}`),
    listEmailJobs: (id: string) =>
      submissions.query(`SELECT FROM outbox WHERE name = 'send-outcome' AND payload @> $1`, [{ type: 'sponsor', id }]),
    findImage: async (id: string) => {
      const [row] = await submissions.query<LogoRow>(
        'SELECT images.* FROM images JOIN sponsors ON logo_id = images.id WHERE sponsors.id = $1',
        [id],
      );
      return row!;
    },
    /** Prefixes of the store that contain the sizes: "public", "pending", or part of one. */
    placesOf: async ({ sizes }: Pick<LogoRow, 'sizes'>) => {
      const found = await Promise.all(
        ['public', 'pending'].map(async (place) => {
          const stats = await Promise.all(sizes.map(({ key }) => submissions.store.stat(`${place}/${key}`)));
          return stats.every(Boolean) ? place : stats.some(Boolean) ? `part of ${place}` : undefined;
        }),
      );
      return found.filter(Boolean);
    },
  };
}
