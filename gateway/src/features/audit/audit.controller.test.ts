import { decodeCursor } from '@site/platform/data/keyset';
import { newId } from '@site/platform/base/ids';
import { auditEntryResponse } from '@site/proto/audit/v1/audit.responses';
import { readCaller } from '@site/proto/grpc';
import { auditedServices } from '@site/domain/kinds';
import request from 'supertest';
import { anAuditEntry } from '../../testing/fake-messages.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const rpc = 'audit.v1.AuditService/ListAuditEntries';
const recordRpc = 'audit.v1.AuditService/RecordAuditEntry';
/** supertest has no parser for JSON lines. */
const asText = (response: NodeJS.ReadableStream, done: (error: null, text: string) => void) => {
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk.toString()));
  response.on('end', () => done(null, text));
};
const services = auditedServices;
type Entry = ReturnType<typeof anAuditEntry>;
const get = (query = '', role: 'admin' | 'moderator' = 'admin') =>
  request(provided.gateway.url)
    .get(`/admin/main/audit${query}`)
    .set('Authorization', `Bearer ${provided.services.signIn(role).token}`);

/** Lists as services do: ordered by id alone. */
function keeps(service: (typeof services)[number], entries: Entry[]): void {
  provided.services[service].handlers[rpc] = ({ cursor, limit }, metadata) => {
    expect(readCaller(metadata).role).toBe('admin');
    const after = decodeCursor(cursor as string | undefined);
    const rest = [...entries].reverse().filter(({ id }) => !after || id < after.id);
    return { entries: rest.slice(0, limit as number), ...(rest.length > (limit as number) && { nextCursor: 'more' }) };
  };
}

it.each([1, 5, 9, 100])('is one log of all services, newest first, in pages of %i', async (limit) => {
  const entries = Array.from({ length: 45 }, () => anAuditEntry());
  services.forEach((service, index) =>
    keeps(
      service,
      entries.filter((_, n) => (n < 12 ? 2 : n % 4) === index),
    ),
  );
  const seen: Record<string, unknown>[] = [];
  let cursor: string | null = null;
  do {
    const { status, body } = await get(`?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
    expect([status, body.meta]).toEqual([200, { missing: [] }]);
    seen.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor);
  expect(seen.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).reverse());
  const { id, principalId, subjectId } = entries[44]!;
  expect(seen[0]).toEqual({
    id,
    principal_id: principalId,
    principal_name: 'Ada',
    action: 'post.edit',
    subject_id: subjectId,
    subject_label: 'Ice on the Ozarks',
    at: '2026-11-20T12:00:00.000Z',
    client_address: '192.0.2.1',
    request_id: 'request-1',
    kind: 'change',
    detail: '',
    number: 1,
    hash: 'a'.repeat(64),
  });
});

it('lists unreachable services, and fails only if all are unreachable', async () => {
  const entry = anAuditEntry();
  keeps('auth', [entry]);
  keeps('notifications', []);
  provided.services.content.handlers[rpc] = () => {
    throw new Error('bug');
  };
  provided.services.submissions.kill();
  const { status, body } = await get();
  expect([status, body.data.length, body.meta]).toEqual([200, 1, { missing: ['content', 'submissions'] }]);
  await provided.services.submissions.start();
  for (const service of services) delete provided.services[service].handlers[rpc];
  expect((await get()).status).toBe(503);
});

it.each([
  ['?cursor=x', 'cursor'],
  ['?limit=0', 'limit'],
  ['?action=x', 'action'],
  ['?kind=x', 'kind'],
  ['?thing=x', 'thing'],
  ['?subject_id=', 'subject_id'],
  [`?subject_id=${'x'.repeat(201)}`, 'subject_id'],
  ['?order=x', 'order'],
  ['?principal_id=x', 'principal_id'],
  ['?since=yesterday', 'since'],
  ['?until=2026-13-01T00:00:00Z', 'until'],
  ['/export?limit=5', 'limit'],
  ['/export?kind=x', 'kind'],
  ['/export?order=oldest', 'order'],
])('refuses %s', async (query, field) => {
  const { status, body } = await get(query);
  expect([status, body.errors[0].field]).toEqual([400, field]);
});

it('filters every service by kind, person and time', async () => {
  const target: unknown[] = [];
  for (const service of services)
    provided.services[service].handlers[rpc] = (request) => {
      target.push(request);
      return { entries: [] };
    };
  const principalId = newId();
  const since = '2026-11-01T00:00:00Z';
  const until = '2026-11-22T00:00:00.000Z';
  expect((await get(`?kind=export&principal_id=${principalId}&since=${since}&until=${until}`)).status).toBe(200);
  expect(target).toEqual(
    services.map(() => ({ kind: 'export', principalId, since, until, limit: 100, oldestFirst: false })),
  );
});

it("shows one item's history from its beginning, from any service", async () => {
  const entries = Array.from({ length: 9 }, () => anAuditEntry());
  const target: unknown[] = [];
  services.forEach((service, index) => {
    const own = entries.filter((_, n) => n % 4 === index);
    provided.services[service].handlers[rpc] = ({ cursor, limit, ...rest }) => {
      target.push(rest);
      const after = decodeCursor(cursor as string | undefined);
      const left = own.filter(({ id }) => !after || id > after.id);
      return {
        entries: left.slice(0, limit as number),
        ...(left.length > (limit as number) && { nextCursor: 'more' }),
      };
    };
  });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await get(
      `?subject_id=p7&thing=post&order=oldest&limit=4${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    );
    seen.push(...(body.data as { id: string }[]).map(({ id }) => id));
    cursor = body.next_cursor;
  } while (cursor);
  expect(seen).toEqual(entries.map(({ id }) => id));
  expect(target[0]).toEqual({ subjectId: 'p7', thing: 'post', oldestFirst: true });
});

describe('the export', () => {
  const recorded: unknown[] = [];
  beforeEach(() => {
    recorded.length = 0;
    provided.services.auth.handlers[recordRpc] = ({ action, detail }, metadata) => {
      recorded.push([action, detail, readCaller(metadata).name]);
      return {};
    };
  });
  afterEach(() => void (provided.services.auth.handlers[recordRpc] = () => ({})));

  it('contains every entry, one JSON object per line, and is logged itself', async () => {
    const entries = Array.from({ length: 350 }, () => anAuditEntry({ action: 'sponsor.restore' }));
    services.forEach((service, index) =>
      keeps(
        service,
        entries.filter((_, n) => n % 4 === index),
      ),
    );
    const { status, headers, body } = await get('/export?kind=restore')
      .buffer(true)
      .parse(asText as never);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.jsonl"$/);
    const lines = (body as string).trimEnd().split('\n');
    const parsed = lines.map((line) => auditEntryResponse.parse(JSON.parse(line)));
    expect(parsed.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).reverse());
    expect(new Set(parsed.map(({ kind }) => kind))).toEqual(new Set(['restore']));
    expect(recorded).toEqual([['audit.export', 'kind=restore', 'Ada']]);
  });

  it("fails completely while a service is down or the export can't be logged", async () => {
    for (const service of services) keeps(service, [anAuditEntry()]);
    provided.services.content.handlers[rpc] = () => {
      throw new Error('bug');
    };
    expect((await get('/export')).status).toBe(503);
    keeps('content', []);
    provided.services.auth.handlers[recordRpc] = () => {
      throw new Error('bug');
    };
    expect((await get('/export')).status).toBe(500);
  });
});

it('is only for admins, and only by GET', async () => {
  expect((await get('', 'moderator')).status).toBe(403);
  expect((await get('/export', 'moderator')).status).toBe(403);
  expect((await request(provided.gateway.url).get('/admin/main/audit')).status).toBe(401);
  for (const method of ['post', 'delete', 'put'] as const)
    expect((await request(provided.gateway.url)[method]('/admin/main/audit')).status).toBe(405);
});
