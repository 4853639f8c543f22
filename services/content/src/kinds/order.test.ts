import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { AuditEntry } from '@site/platform/data/audit';
import type { ListFaqsResponse } from '@site/proto/gen/nest/content/v1/faqs';
import type { GetHomeContentResponse } from '@site/proto/gen/nest/content/v1/home';
import type { Caller } from '@site/proto/grpc';
import { admin, editor, moderator } from '../testing/callers.js';
import { builders, startContent, type TestContent } from '../testing/content.js';

describe('the order of a list', () => {
  let content: TestContent;
  let build: ReturnType<typeof builders>;
  let ids: string[];
  beforeAll(async () => {
    content = await startContent();
    build = builders(content.database);
  });
  afterAll(() => content.close());
  beforeEach(async () => {
    await content.database.dataSource.query('TRUNCATE faqs, team_members CASCADE');
    ids = [];
    for (const question of ['A?', 'B?', 'C?', 'D?']) ids.push(await build.faq({ question }));
  });

  const call = <Response>(method: string, request: object, who?: Caller) =>
    content.service.call<Response>('content.v1.FaqsService', method, request, who);
  /** The given questions in this order: "DABC" for D?, A?, B?, C?. */
  const idsOf = (letters: string) => [...letters].map((letter) => ids['ABCD'.indexOf(letter)] ?? letter);
  const put = (letters: string, who: Caller | null = editor) =>
    call('orderFaqs', { ids: idsOf(letters) }, who ?? undefined);
  const order = async (page = { limit: 100 }) =>
    (await call<ListFaqsResponse>('listFaqs', page)).faqs.map(({ question }) => question).join('');
  const home = async () => {
    const { faqs } = await content.service.call<GetHomeContentResponse>('content.v1.HomeService', 'getHomeContent', {});
    return faqs.map(({ question }) => question).join('');
  };

  const moves = async () => {
    const { dataSource } = content.database;
    const entries = await dataSource
      .getRepository(AuditEntry)
      .find({ where: { action: 'faq.move' }, order: { id: 'ASC' } });
    return entries.map(({ subjectLabel, detail }) => `${subjectLabel} ${detail}`);
  };

  it('is by age until an editor changes it, also on the public pages', async () => {
    expect(await order()).toBe('A?B?C?D?');
    const before = await moves();
    await put('DABC');
    expect(await order()).toBe('D?A?B?C?');
    await put('CBDA');
    expect([await order(), await home()]).toEqual(['C?B?D?A?', 'C?B?D?A?']);
    // The fewest rows that explain each new order.
    expect((await moves()).slice(before.length)).toEqual(['D? 4 → 1', 'C? 4 → 1', 'B? 3 → 2']);
  });

  it('has new rows at the end, and restored ones near their old place', async () => {
    await put('BCDA');
    await call('deleteFaq', { id: ids[1] }, editor);
    await build.faq({ question: 'E?' });
    expect(await order()).toBe('C?D?A?E?');
    await content.service.call('trash.v1.TrashService', 'restoreFromTrash', { type: 'faq', id: ids[1] }, editor);
    expect(await order()).toBe('B?C?D?A?E?');
  });

  it('continues across pages', async () => {
    await put('DABC');
    const first = await call<ListFaqsResponse>('listFaqs', { limit: 3 });
    const second = await call<ListFaqsResponse>('listFaqs', { limit: 3, cursor: first.nextCursor });
    expect([...first.faqs, ...second.faqs].map(({ question }) => question)).toEqual(['D?', 'A?', 'B?', 'C?']);
  });

  it('is unchanged, and not in the audit log, when every row is already in its place', async () => {
    const before = await moves();
    await put('ABCD');
    expect([await order(), await moves()]).toEqual(['A?B?C?D?', before]);
  });

  it('asks the editor to reload a list that has changed', async () => {
    await call('deleteFaq', { id: ids[1] }, admin);
    for (const letters of ['ABCD', 'AC', ''])
      await expect(put(letters)).rejects.toMatchObject({
        code: status.ABORTED,
        details: 'The list has changed in the meantime. Please reload it.',
      });
    for (const other of [newId(), 'x'])
      await expect(call('orderFaqs', { ids: [...idsOf('AC'), other] }, editor)).rejects.toMatchObject({
        code: status.ABORTED,
      });
    await expect(put('ACCD')).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    expect(await order()).toBe('A?C?D?');
  });

  it("can't be changed by moderators or without a caller", async () => {
    await expect(put('DCBA', moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
    await expect(put('DCBA', null)).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
  });

  it('contains every row once after concurrent changes', async () => {
    const changes = ['DCBA', 'BACD', 'CDAB', 'ABCD', 'DABC'].map((letters) => put(letters));
    expect((await Promise.allSettled(changes)).map((one) => one.status)).toEqual(changes.map(() => 'fulfilled'));
    const rows = await content.database.dataSource.query<{ position: number }[]>(
      'SELECT position FROM faqs ORDER BY position',
    );
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  });

  it('works the same way for the team', async () => {
    const jo = await build.member({ name: 'Jo' });
    const ed = await build.member({ name: 'Ed' });
    await content.service.call('content.v1.TeamService', 'orderTeamMembers', { ids: [ed, jo] }, editor);
    const { members } = await content.service.call<{ members: { name: string }[] }>(
      'content.v1.TeamService',
      'listTeamMembers',
      { limit: 10 },
    );
    expect(members.map(({ name }) => name)).toEqual(['Ed', 'Jo']);
  });
});
