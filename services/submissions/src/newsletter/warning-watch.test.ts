import { randomUUID } from 'node:crypto';
import { Server, type sendUnaryData } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { testIdentity } from '@site/platform/testing/identities';
import { freePort } from '@site/platform/testing/service';
import { until } from '@site/platform/testing/until';
import type { Campaign } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { MailHarness } from '../testing/mails.js';
import { admin, Submissions } from '../testing/submissions.js';
import { warningWatch } from './warning-watch.js';

describe('whether a warning is being sent', () => {
  let server: Server;
  /** As bytes, or none. */
  let answer: Buffer | undefined;
  const asIs = (bytes: Buffer) => bytes;
  const path = '/notifications.v1.DeliveriesService/GetUrgency';
  const serializers = {
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
    path,
    requestStream: false,
    responseStream: false,
  } as const;
  const start = () =>
    new Promise<string>((resolve, reject) => {
      server = new Server();
      server.addService(
        { getUrgency: serializers },
        {
          getUrgency: (_call: unknown, callback: sendUnaryData<Buffer>) => {
            if (answer) callback(null, answer);
          },
        },
      );
      server.bindAsync('127.0.0.1:0', testIdentity('notifications').serverCredentials(), (error, port) =>
        error ? reject(error) : resolve(`127.0.0.1:${port}`),
      );
    });
  const target = async (address: string): Promise<boolean> => {
    const watch = warningWatch({ peer: 'notifications', address, identity: testIdentity('worker') });
    try {
      // The first call also connects, which can exceed the timeout.
      if (answer) await until('a connection', async () => (await watch.isWarningUnderWay()) || answer?.length === 0);
      return await watch.isWarningUnderWay();
    } finally {
      watch.close();
    }
  };
  afterEach(() => server.forceShutdown());

  it.each([
    // Field 1, a boolean; the default is omitted.
    [true, Buffer.of(0x08, 0x01)],
    [false, Buffer.alloc(0)],
  ])('is what notifications reports: %s', async (urgent, bytes) => {
    answer = bytes;
    expect(await target(await start())).toBe(urgent);
  });

  it('is false without a response', async () => {
    answer = undefined;
    expect(await target(await start())).toBe(false);
    expect(await target(`127.0.0.1:${await freePort()}`)).toBe(false);
  });
});

it('a campaign lets a warning go first', async () => {
  const submissions = await Submissions.start({ requeueAfterSeconds: 1 });
  const emails = await MailHarness.start(submissions);
  try {
    const readers = await emails.readers(3);
    /** Mails sent at each call of the worker. */
    const target: number[] = [];
    let isWarning = true;
    emails.isWarningUnderWay = () => {
      target.push(emails.sink.mails.length);
      return isWarning;
    };
    emails.work();
    const call = <Response>(method: string, request: object) =>
      submissions.service.call<Response>('submissions.v1.NewsletterService', method, request, admin);
    const story = { title: 'Ice', excerpt: 'Freezing rain.', url: 'https://weather.example/1', imageUrl: '' };
    const campaign = await call<Campaign>('createCampaign', {
      postId: newId(),
      story,
      idempotency: { fingerprint: randomUUID() },
    });
    await until('it waits', () => target.length > 0);
    isWarning = false;
    await until(
      'it goes on',
      async () => (await call<Campaign>('getCampaign', { id: campaign.id })).state === 'sent',
      25_000,
    );
    expect(target.slice(0, 2)).toEqual([0, 0]);
    expect(readers.map((reader) => emails.sink.counts.get(reader))).toEqual([1, 1, 1]);
  } finally {
    await emails.stop();
    await submissions.stop();
  }
});
