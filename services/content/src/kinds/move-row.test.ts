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
  const move = (id: string | undefined, beforeId?: string, who: Caller | null = editor) =>
    call('moveFaq', { id, beforeId }, who ?? undefined);
  const order = async (page = { limit: 100 }) =>
    (await call<ListFaqsResponse>('listFaqs', page)).faqs.map(({ question }) => question).join('');
  const home = async () => {
    const { faqs } = await content.service.call<GetHomeContentResponse>('content.v1.HomeService', 'getHomeContent', {});
    return faqs.map(({ question }) => question).join('');
  };

  it('is by age until an editor changes it, also on the public pages', async () => {
    const [a, , c, d] = ids;
    expect(await order()).toBe('A?B?C?D?');
    await move(d, a);
    expect(await order()).toBe('D?A?B?C?');
    await move(a, c);
    await move(d);
    expect([await order(), await home()]).toEqual(['B?A?C?D?', 'B?A?C?D?']);
    const entries = await content.database.dataSource.getRepository(AuditEntry).findBy({ action: 'faq.move' });
    expect(entries.map(({ subjectLabel, detail }) => [subjectLabel, detail])).toEqual(
      expect.arrayContaining([
        ['D?', '4 → 1'],
        ['A?', '2 → 3'],
      ]),
    );
  });

  it('has new rows at the end, and restored ones near their old place', async () => {
    const [a, b] = ids;
    await move(a);
    await call('deleteFaq', { id: b }, editor);
    await build.faq({ question: 'E?' });
    expect(await order()).toBe('C?D?A?E?');
    await content.service.call('trash.v1.TrashService', 'restoreFromTrash', { type: 'faq', id: b }, editor);
    expect(await order()).toBe('B?C?D?A?E?');
  });

  it('continues across pages', async () => {
    await move(ids[3], ids[0]);
    const first = await call<ListFaqsResponse>('listFaqs', { limit: 3 });
    const second = await call<ListFaqsResponse>('listFaqs', { limit: 3, cursor: first.nextCursor });
    expect([...first.faqs, ...second.faqs].map(({ question }) => question)).toEqual(['D?', 'A?', 'B?', 'C?']);
  });

  it('is unchanged when a row is already in that place', async () => {
    const [a, b, , d] = ids;
    const entries = () => content.database.dataSource.getRepository(AuditEntry).countBy({ action: 'faq.move' });
    const before = await entries();
    await move(a, b);
    await move(a, a);
    await move(d);
    expect([await order(), await entries()]).toEqual(['A?B?C?D?', before]);
  });

  it('rejects deleted rows and asks the editor to reload the list', async () => {
    const [a, b] = ids;
    await call('deleteFaq', { id: b }, admin);
    await expect(move(a, b)).rejects.toMatchObject({
      code: status.ABORTED,
      details: 'The list has changed in the meantime. Please reload it.',
    });
    for (const id of [b, newId(), 'x']) await expect(move(id, a)).rejects.toMatchObject({ code: status.NOT_FOUND });
    await expect(move(a, 'x')).rejects.toMatchObject({ code: status.ABORTED });
    expect(await order()).toBe('A?C?D?');
  });

  it("can't be changed by moderators or without a caller", async () => {
    await expect(move(ids[0], undefined, moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
    await expect(move(ids[0], undefined, null)).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
  });

  it('contains every row once after concurrent moves', async () => {
    const moves = ids.flatMap((id) => ids.filter((other) => other !== id).map((other) => move(id, other)));
    expect((await Promise.allSettled(moves)).map((one) => one.status)).toEqual(moves.map(() => 'fulfilled'));
    const rows = await content.database.dataSource.query<{ position: number }[]>(
      'SELECT position FROM faqs ORDER BY position',
    );
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  });

  it('works the same way for the team', async () => {
    const [jo, ed] = [await build.member({ name: 'Jo' }), await build.member({ name: 'Ed' })];
    await content.service.call('content.v1.TeamService', 'moveTeamMember', { id: ed, beforeId: jo }, editor);
    const { members } = await content.service.call<{ members: { name: string }[] }>(
      'content.v1.TeamService',
      'listTeamMembers',
      { limit: 10 },
    );
    expect(members.map(({ name }) => name)).toEqual(['Ed', 'Jo']);
  });
});
