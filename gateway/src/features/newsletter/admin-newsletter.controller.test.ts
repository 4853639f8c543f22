import { readCaller } from '@site/proto/grpc';
import { newId } from '@site/platform/base/ids';
import { notFound, unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { csvCell } from './csv.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const rpc = (method: string) => `submissions.v1.NewsletterService/${method}`;
const bearer = (role: 'admin' | 'moderator' = 'admin') => `Bearer ${provided.services.signIn(role).token}`;
const get = (path: string) =>
  request(provided.gateway.url).get(`/admin/main/newsletter${path}`).set('Authorization', bearer());
const post = (path: string, body: object = {}) =>
  request(provided.gateway.url).post(`/admin/main/newsletter${path}`).set('Authorization', bearer()).send(body);

const campaign = {
  id: newId(),
  postId: newId(),
  title: 'Ice on the Ozarks',
  state: 'sending',
  recipients: 5_000,
  sent: 1_200,
  failed: 3,
  skipped: 1,
  maybeRepeated: 0,
  createdAt: '2026-11-20T12:00:00.000Z',
  startedAt: '2026-11-20T12:00:01.000Z',
};
const campaignResponse = {
  id: campaign.id,
  post_id: campaign.postId,
  title: campaign.title,
  state: 'sending',
  recipients: 5_000,
  sent: 1_200,
  failed: 3,
  skipped: 1,
  maybe_repeated: 0,
  created_at: campaign.createdAt,
  started_at: campaign.startedAt,
  finished_at: null,
  scheduled_at: null,
  hold_reason: null,
};
const subscriber = (changes: object = {}) => ({
  id: newId(),
  email: 'nora@example.com',
  state: 'confirmed',
  frequency: 'all',
  signedUpAt: '2026-11-20T12:00:00.000Z',
  confirmedAt: '2026-11-20T12:05:00.000Z',
  ...changes,
});

it('returns subscriber counts and campaigns', async () => {
  const counts = { pending: 1, confirmed: 2, unsubscribed: 3, bounced: 4, complained: 5 };
  provided.services.submissions.handlers[rpc('CountSubscribers')] = () => ({ ...counts, eachMail: 7, weeklyMail: 6 });
  provided.services.submissions.handlers[rpc('ListCampaigns')] = ({ cursor, limit }, metadata) => {
    expect([cursor, limit, readCaller(metadata).role]).toEqual(['c1', 2, 'admin']);
    return { campaigns: [campaign, { ...campaign, postId: '', title: 'Week of 2026-11-23' }], nextCursor: 'c2' };
  };
  const { status, body } = await get('?cursor=c1&limit=2');
  expect([status, body]).toEqual([
    200,
    {
      status: true,
      action: 'Newsletter',
      data: {
        subscribers: counts,
        readers: { each_mail: 7, weekly_mail: 6 },
        campaigns: [campaignResponse, { ...campaignResponse, post_id: null, title: 'Week of 2026-11-23' }],
        import_confirmations: true,
        link_counts: false,
      },
      next_cursor: 'c2',
    },
  ]);
});

it('lists addresses by state and by a part of them', async () => {
  const nora = subscriber({ confirmedAt: undefined, state: 'pending' });
  provided.services.submissions.handlers[rpc('ListSubscribers')] = (message) => {
    expect(message).toEqual({ limit: 10, state: 'pending', q: 'nora' });
    return { subscribers: [nora], nextCursor: 'next' };
  };
  const { status, body } = await get('/subscribers?state=pending&q=nora&limit=10');
  expect([status, body.data, body.next_cursor]).toEqual([
    200,
    [
      {
        id: nora.id,
        email: nora.email,
        state: 'pending',
        frequency: 'all',
        signed_up_at: nora.signedUpAt,
        confirmed_at: null,
        consent_source: '',
      },
    ],
    'next',
  ]);
  expect((await get('/subscribers?state=happy')).status).toBe(400);
});

describe('the file of all addresses', () => {
  it('contains every page and runs nothing in a spreadsheet', async () => {
    const pages = [
      [subscriber(), subscriber({ email: '=cmd|calc@example.com' })],
      [subscriber({ email: 'a,"b"@example.com', confirmedAt: undefined, state: 'pending' })],
    ];
    provided.services.submissions.handlers[rpc('ListSubscribers')] = ({ cursor, state }) => {
      expect(state).toBe('confirmed');
      return cursor ? { subscribers: pages[1] } : { subscribers: pages[0], nextCursor: 'second' };
    };
    const recorded: unknown[] = [];
    provided.services.auth.handlers['audit.v1.AuditService/RecordAuditEntry'] = ({ action, detail }, metadata) => {
      recorded.push([action, detail, readCaller(metadata).role]);
      return {};
    };
    const { status, text, headers } = await get('/subscribers.csv?state=confirmed');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ]);
    expect(headers['content-disposition']).toBe('attachment; filename="subscribers.csv"');
    expect(recorded).toEqual([['subscribers.export', 'confirmed', 'admin']]);
    const times = '2026-11-20T12:00:00.000Z,2026-11-20T12:05:00.000Z';
    expect(text.split('\r\n')).toEqual([
      'email,state,frequency,signed_up_at,confirmed_at,consent_source',
      `nora@example.com,confirmed,all,${times},`,
      `"'=cmd|calc@example.com",confirmed,all,${times},`,
      '"a,""b""@example.com",pending,all,2026-11-20T12:00:00.000Z,,',
      '',
    ]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])("escapes %j so that it isn't a formula", (text) => {
    expect(csvCell(text)).toBe(`"'${text}"`);
  });

  it('sends the usual error before the first byte, and aborts after it', async () => {
    provided.services.submissions.handlers[rpc('ListSubscribers')] = () => {
      throw unavailable('The service is busy. Please try again in a moment.');
    };
    expect((await get('/subscribers.csv')).status).toBe(503);
    provided.services.submissions.handlers[rpc('ListSubscribers')] = ({ cursor }) => {
      if (cursor) throw notFound('gone');
      return { subscribers: [subscriber()], nextCursor: 'second' };
    };
    await expect(get('/subscribers.csv')).rejects.toThrow(/aborted|hang up/);
  });
});

it('records a complaint', async () => {
  const nora = subscriber({ state: 'complained' });
  provided.services.submissions.handlers[rpc('RecordComplaint')] = ({ id }) => {
    expect(id).toBe(nora.id);
    return nora;
  };
  const { status, body } = await post(`/subscribers/${nora.id}/complaint`);
  expect([status, body.data.state]).toEqual([200, 'complained']);
});

describe('an import', () => {
  const send = (body: object) =>
    request(provided.gateway.url)
      .post('/admin/main/newsletter/subscribers/import')
      .set('Authorization', bearer())
      .send(body);

  it('passes on the file and that addresses must confirm', async () => {
    let target: unknown;
    provided.services.submissions.handlers[rpc('ImportSubscribers')] = (message) => {
      target = { ...message };
      return {
        added: 2,
        problems: [{ line: 3, message: 'Check it.' }],
        problemCount: 1,
        unsubscribed: 4,
        confirmationsLeft: 7,
      };
    };
    const { body } = await send({ csv: 'email\na@example.org\n', consent_source: ' Fair 2026 ' }).expect(200);
    expect(body.data).toEqual({
      added: 2,
      existing: 0,
      problem_count: 1,
      unsubscribed: 4,
      bounced: 0,
      complained: 0,
      confirmations_left: 7,
      problems: [{ line: 3, message: 'Check it.' }],
    });
    expect(target).toEqual({
      csv: 'email\na@example.org\n',
      consentSource: 'Fair 2026',
      confirm: true,
      confirmationsPerDay: 5000,
    });
  });

  it('requires a file of at most 768 KB and the source of the consent', async () => {
    expect((await send({ csv: 'a', consent_source: ' ' })).body.errors).toEqual([
      { field: 'consent_source', message: 'Source of the consent is required' },
    ]);
    await send({ csv: '', consent_source: 'Fair' }).expect(400);
    const { status, body } = await send({ csv: 'a'.repeat(800_000), consent_source: 'Fair' });
    expect([status, body.errors[0].field]).toEqual([413, 'csv']);
  });
});
