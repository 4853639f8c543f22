import { checkAudit } from '@site/platform/data/audit-chain';
import { until } from '@site/platform/testing/until';
import { watchChanges } from '@site/platform/testing/watch-changes';
import type { FindMentionsResponse } from '@site/proto/gen/nest/mentions/v1/mentions';
import { mentionPlaces } from './mention-places.js';
import { admin } from './testing/callers.js';
import { builders, startContent, type TestContent } from './testing/content.js';

let content: TestContent;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

const query = <Row>(statement: string, values: unknown[] = []) =>
  content.database.dataSource.query<Row[]>(statement, values);
const call = <Response>(method: string, request: object) =>
  content.service.call<Response>('mentions.v1.MentionsService', method, request, admin);

it('covers every column with text, except those that only programs write', async () => {
  const written: Record<string, string> = {
    media: 'kind',
    post_previews: 'hash',
    post_revisions: 'kind media_ids tab',
    post_slugs: 'slug',
    posts: 'media_ids slug status',
  };
  const notByPeople = /^(audit|audit_head|changes|idempotency.*|migrations|outbox|images|queue.*|retention.*)$/;
  const columns = await query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND data_type IN ('text', 'jsonb', 'ARRAY')
     ORDER BY 1, 2`,
  );
  const covered = new Map(mentionPlaces.map(({ table, columns: texts }) => [table, Object.keys(texts)]));
  const missing = columns
    .filter(({ table }) => !notByPeople.test(table))
    .filter(
      ({ table, column }) => !covered.get(table)?.includes(column) && !written[table]?.split(' ').includes(column),
    )
    .map(({ table, column }) => `${table}.${column}`);
  expect(missing).toEqual([]);
});

it('redacts an address in a post and its versions, and announces it', async () => {
  const email = 'maria+storms@example.com';
  const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `By ${email}.` }] }] };
  const id = await builders(content.database).post({
    title: `Thanks, ${email}`,
    description: `By ${email}.`,
    tags: ['ice', email],
    document: document as never,
  });
  await query(
    `INSERT INTO post_revisions (id, post_id, number, kind, values, author_id, author_name)
     VALUES ($1, $1, 1, 'saved', $2, $1, 'Ada')`,
    [id, { title: `By ${email.toUpperCase()}` }],
  );
  const { mentions } = await call<FindMentionsResponse>('findMentions', { email });
  expect(mentions.map(({ place, label }) => [place, label])).toEqual([
    ['posts', 'Blog post'],
    ['post_revisions', 'Earlier version of a post'],
  ]);
  const changes = watchChanges('content', content.service.address);
  // The stream begins with a notice of its own.
  await until('the stream to be open', () => changes.notices.length > 0);
  for (const { place } of mentions) await call('redactMention', { email, place, id });
  await until('the change to be announced', () => changes.notices.some(({ topic }) => topic === 'posts'));
  changes.close();
  const [post] = await query<{ title: string; document: object; tags: string[]; version: number }>(
    'SELECT title, description, document, tags, version FROM posts WHERE id = $1',
    [id],
  );
  expect(post).toMatchObject({ title: 'Thanks, [removed]', description: 'By [removed].', tags: ['ice', '[removed]'] });
  expect(post?.version).toBe(2);
  expect(post?.document).toEqual(JSON.parse(JSON.stringify(document).replace(email, '[removed]')));
  expect(await query('SELECT values FROM post_revisions WHERE id = $1', [id])).toEqual([
    { values: { title: 'By [removed]' } },
  ]);
  const check = await checkAudit((statement, values) => query(statement, values));
  expect(check.fault).toBeUndefined();
});
