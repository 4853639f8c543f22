import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { until } from '@site/platform/testing/until';
import { sweepBy } from '../retention.js';
import { Notifications, somePreferences } from '../testing/notifications.js';

let notifications: Notifications;
beforeAll(async () => {
  notifications = await Notifications.start();
});
afterAll(() => notifications.stop());

const sweep = () => sweepBy(notifications.seal)(notifications.database.dataSource);

/** Stores an address in the previous release's spelling. */
async function respelled(id: string, address: string): Promise<void> {
  await notifications.query(
    'UPDATE channels SET address_sealed = $2, address_hash = $3, canonical = false WHERE id = $1',
    [id, notifications.seal.seal(address, id), notifications.seal.hash('mail', address.normalize('NFC').toLowerCase())],
  );
}

/** Two channels of one mailbox, as before canonical forms. */
async function twoOf(email: string) {
  const preferences = [
    somePreferences({ counties: ['05119'] }),
    somePreferences({ counties: ['05045'], minLevel: 4 }),
  ] as const;
  const second = await notifications.addChannel({ email, preferences: preferences[1] });
  await respelled(second.id, email.replace('@', '\u200b@'));
  const first = await notifications.addChannel({ email, preferences: preferences[0] });
  await respelled(first.id, email.replace('nora', 'Nora'));
  return { first, second };
}
const anEmail = () => `nora.${randomUUID()}@xn--mnchen-3ya.example`;

describe('warnings by mail', () => {
  it('have one subscription for every spelling of an address, with one confirmation an hour', async () => {
    const mark = randomUUID();
    for (const email of [
      `Nora.${mark}@MÜNCHEN.example`,
      `nora.${mark}@xn--mnchen\u2062-3ya.example`,
      `ｎｏｒａ.${mark}@münchen．example`,
      `\u061cnora.${mark}@münchen.example.`,
    ])
      await notifications.subscribe({ email });
    const relay = await notifications.startRelay();
    const serverVersion = () => notifications.confirmations.asked.filter(({ address }) => address.includes(mark));
    await until('the question', () => serverVersion().length > 0);
    await relay.stop();
    expect(serverVersion().map(({ address }) => address)).toEqual([`nora.${mark}@xn--mnchen-3ya.example`]);
  });

  it('are refused for an invalid address, with its field', async () => {
    await expect(notifications.subscribe({ email: 'nora smith@example.com' })).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: 'Please enter a valid email address. Remove the space (character 5).',
    });
  });

  it('of two channels of one mailbox are merged, with the counties and links of both', async () => {
    const email = anEmail();
    const { first, second } = await twoOf(email);
    await sweep();
    const row = await notifications.channelOf('mail', email);
    expect(row?.state).toBe('confirmed');
    expect(notifications.seal.open(row?.address_sealed ?? Buffer.of(), row?.id ?? '')).toBe(email);
    const cached = await notifications.query('SELECT id FROM channels WHERE id = ANY($1)', [[first.id, second.id]]);
    expect(cached).toEqual([{ id: row?.id }]);
    for (const { token } of [first, second])
      expect(await notifications.call('getPreferences', { token })).toMatchObject({
        preferences: { counties: ['05045', '05119'], minLevel: 3 },
      });
    await sweep();
    expect(await notifications.channelOf('mail', email)).toEqual(row);
    // The link in an old message still works.
    const merged = row?.id === first.id ? second : first;
    await notifications.call('endSubscription', { token: merged.token });
    expect((await notifications.channelOf('mail', email))?.state).toBe('ended');
  });

  it.each(['first', 'second'] as const)('stay off after they were ended for one spelling (the %s)', async (which) => {
    const email = anEmail();
    const channels = await twoOf(email);
    await notifications.call('endSubscription', { token: channels[which].token });
    await sweep();
    const row = await notifications.channelOf('mail', email);
    expect(row).toMatchObject({ id: channels[which].id, state: 'ended' });
    expect(row?.consent_version).not.toBeNull();
    for (const { token } of [channels.first, channels.second])
      await expect(notifications.call('getPreferences', { token })).rejects.toMatchObject({ code: status.ABORTED });
  });
});
