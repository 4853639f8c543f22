import { status } from '@grpc/grpc-js';
import { emptyTables } from '@site/platform/testing/empty-tables';
import { until } from '@site/platform/testing/until';
import { watchChanges, type WatchedChanges } from '@site/platform/testing/watch-changes';
import type { ListAuditEntriesResponse } from '@site/proto/gen/nest/audit/v1/audit';
import type { GetHomeContentResponse } from '@site/proto/gen/nest/content/v1/home';
import type { GetStormBannerResponse, StormBanner } from '@site/proto/gen/nest/content/v1/storm_mode';
import type { Caller } from '@site/proto/grpc';
import { admin, moderator } from '../testing/callers.js';
import { startContent, type TestContent } from '../testing/content.js';

const editor: Caller = { ...admin, id: '01900000-0000-7000-8000-00000000000e', name: 'Edie Editor', role: 'editor' };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const claim = (key?: string) => ({ idempotency: { key, fingerprint: 'f'.repeat(64) } });
const notice = (changes: object = {}) => ({
  text: 'Tornado on the ground near Mayflower',
  linkUrl: '/livecam',
  linkLabel: 'We are live',
  endsAt: inHours(3),
  ...claim(),
  ...changes,
});

describe('the storm banner', () => {
  let content: TestContent;
  let watched: WatchedChanges;
  beforeAll(async () => {
    content = await startContent();
    watched = watchChanges('content', content.service.address);
    await until('the stream to open', () => watched.notices.length > 0);
  });
  afterAll(async () => {
    watched.close();
    await content.close();
  });
  beforeEach(() => emptyTables(content.database.dataSource, 'storm_banners, audit, idempotency'));

  const call = <Result>(method: string, request: object, caller?: Caller) =>
    content.service.call<Result>('content.v1.StormModeService', method, request, caller);
  const set = (changes: object = {}, caller: Caller | undefined = editor) =>
    call<StormBanner>('setStormBanner', notice(changes), caller);
  const end = (caller: Caller = editor) => call('endStormBanner', {}, caller);
  const standing = async (caller?: Caller) =>
    (await call<GetStormBannerResponse>('getStormBanner', {}, caller)).banner ?? undefined;
  const onHomePage = async () =>
    (await content.service.call<GetHomeContentResponse>('content.v1.HomeService', 'getHomeContent', {})).stormBanner ??
    undefined;
  const actions = async () => {
    const { entries } = await content.service.call<ListAuditEntriesResponse>(
      'audit.v1.AuditService',
      'listAuditEntries',
      { limit: 100 },
      admin,
    );
    return entries.map(({ action, principalName, subjectLabel }) => [action, principalName, subjectLabel]);
  };

  it('is absent until it is set', async () => {
    expect([await standing(), await onHomePage()]).toEqual([undefined, undefined]);
  });

  it('is public, but shows who set it only to users who may set it', async () => {
    const before = watched.notices.length;
    const endsAt = inHours(3);
    const banner = await set({ endsAt });
    expect(banner).toMatchObject({
      text: 'Tornado on the ground near Mayflower',
      linkUrl: '/livecam',
      linkLabel: 'We are live',
      endsAt,
      setBy: 'Edie Editor',
    });
    expect(Math.abs(Date.parse(banner.startsAt) - Date.now())).toBeLessThan(60_000);
    expect(await standing(admin)).toEqual(banner);
    const open = { ...banner, setBy: '' };
    expect(await Promise.all([standing(), standing(moderator), onHomePage()])).toEqual([open, open, open]);
    await until('the notice of the change', () =>
      watched.notices.slice(before).some(({ topic, id }) => topic === 'storm' && id === banner?.id),
    );
    expect(await actions()).toEqual([['storm.set', 'Edie Editor', 'Tornado on the ground near Mayflower']]);
  });

  it('replaces the active one, also when two are set concurrently', async () => {
    const created = await Promise.all(['one', 'two', 'three'].map((text) => set({ text, ...claim(text) })));
    const rows = await content.database.dataSource.query<{ id: string; text: string }[]>(
      'SELECT id, text FROM storm_banners WHERE ended_at IS NULL',
    );
    expect(rows).toHaveLength(1);
    expect(await standing()).toMatchObject(rows[0]!);
    expect(new Set(created.map(({ id }) => id)).size).toBe(3);
  });

  it('has no label without a link', async () => {
    const banner = await set({ linkUrl: '' });
    expect(banner).toMatchObject({ linkUrl: '', linkLabel: '' });
  });

  it('ends automatically, and another can follow it', async () => {
    const banner = await set();
    await content.database.dataSource.query(
      "UPDATE storm_banners SET starts_at = now() - interval '2 hours', ends_at = now() - interval '1 second'",
    );
    expect([await standing(admin), await onHomePage()]).toEqual([undefined, undefined]);
    await end();
    expect(await actions()).toHaveLength(1);
    await set({ text: 'Again', ...claim('again') });
    expect(await standing()).toMatchObject({ text: 'Again' });
    expect((await standing())?.id).not.toBe(banner?.id);
  });

  it('is removed immediately, and removing it again changes nothing', async () => {
    await set();
    await end(admin);
    await end(admin);
    expect([await standing(), await onHomePage()]).toEqual([undefined, undefined]);
    expect((await actions()).map(([action, who]) => [action, who])).toEqual([
      ['storm.end', 'Ada Admin'],
      ['storm.set', 'Edie Editor'],
    ]);
  });

  it('is set once by a repeated call, and again with the same content after its end', async () => {
    const request = { endsAt: inHours(1), ...claim('once') };
    const first = await set(request);
    expect((await set(request)).id).toBe(first.id);
    await expect(set({ ...request, idempotency: { key: 'once', fingerprint: 'e'.repeat(64) } })).rejects.toMatchObject({
      code: status.FAILED_PRECONDITION,
    });
    await end();
    const next = await set({ ...request, ...claim('another') });
    expect(await standing()).toMatchObject({ id: next.id, text: first.text });
  });

  it.each([
    ['past', -0.01],
    ['more than three days away', 73],
  ])('is rejected with an end that is %s', async (_what, hours) => {
    await expect(set({ endsAt: inHours(hours) })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    await expect(set({ endsAt: 'soon' })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    expect(await standing()).toBeUndefined();
  });

  it('is for admins and editors only', async () => {
    await set();
    const refused = { code: status.PERMISSION_DENIED };
    await expect(set({}, moderator)).rejects.toMatchObject(refused);
    await expect(end(moderator)).rejects.toMatchObject(refused);
    await expect(call('setStormBanner', notice())).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
    expect(await standing()).toBeDefined();
  });
});
