import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import type { ListAuditEntriesRequest, ListAuditEntriesResponse } from '@site/proto/gen/nest/audit/v1/audit';
import { admin, editor } from './testing/callers.js';
import { builders, startContent, type TestContent } from './testing/content.js';

describe('the audit log of a service', () => {
  let content: TestContent;
  let first: string;
  let second: string;
  beforeAll(async () => {
    content = await startContent();
    const build = builders(content.database);
    first = await build.faq({ question: 'A?' });
    second = await build.faq({ question: 'B?' });
    const third = await build.faq({ question: 'C?' });
    const member = await build.member({ name: 'Jo' });
    const faqs = (method: string, request: object) =>
      content.service.call('content.v1.FaqsService', method, request, editor);
    await faqs('orderFaqs', { ids: [third, first, second] });
    await faqs('deleteFaq', { id: first });
    await content.service.call('trash.v1.TrashService', 'restoreFromTrash', { type: 'faq', id: first }, editor);
    await content.service.call('content.v1.TeamService', 'deleteTeamMember', { id: member }, admin);
    await faqs('orderFaqs', { ids: [third, second, first] });
  });
  afterAll(() => content.close());

  const list = (request: Partial<ListAuditEntriesRequest>) =>
    content.service.call<ListAuditEntriesResponse>(
      'audit.v1.AuditService',
      'listAuditEntries',
      { limit: 100, ...request },
      admin,
    );
  const actions = async (request: Partial<ListAuditEntriesRequest>) =>
    (await list(request)).entries.map(({ action }) => action);

  it('lists the entries about one thing, newest or oldest first', async () => {
    const story = ['faq.delete', 'faq.restore', 'faq.move'];
    expect(await actions({ subjectId: first, oldestFirst: true })).toEqual(story);
    expect(await actions({ subjectId: first })).toEqual([...story].reverse());
    expect(await actions({ subjectId: newId() })).toEqual([]);
  });

  it('continues with later entries when the oldest come first', async () => {
    const page = await list({ subjectId: first, oldestFirst: true, limit: 2 });
    const rest = await list({ subjectId: first, oldestFirst: true, limit: 2, cursor: page.nextCursor });
    expect([page.entries.length, rest.entries.map(({ action }) => action), rest.nextCursor]).toEqual([
      2,
      ['faq.move'],
      undefined,
    ]);
  });

  it('lists the entries about one type of thing', async () => {
    expect(await actions({ thing: 'team' })).toEqual(['team.delete']);
    expect(await actions({ thing: 'faq', principalId: admin.id })).toEqual([]);
    expect(await actions({ thing: 'faq', kind: 'restore' })).toEqual(['faq.restore']);
    for (const request of [{ thing: '%' }, { thing: 'constructor' }, { subjectId: 'x'.repeat(201) }])
      await expect(list(request)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });
});
