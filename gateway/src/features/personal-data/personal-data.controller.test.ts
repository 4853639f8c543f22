import { newId } from '@site/platform/base/ids';
import { readCaller, unavailable } from '@site/proto/grpc';
import { erasureResponse, personalDataResponse } from '@site/proto/submissions/v1/personal-data.responses';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const contract = 'submissions.v1.PersonalDataService';
const alertContract = 'notifications.v1.PersonalDataService';
const post = (path: string, body: object, role: 'admin' | 'moderator' = 'admin') =>
  request(provided.gateway.url)
    .post(`/admin/main/personal-data/${path}`)
    .set('Authorization', `Bearer ${provided.services.signIn(role).token}`)
    .send(body);
const message = () => ({
  id: newId(),
  name: 'Nora',
  phone: '1',
  email: 'nora@example.com',
  feedback: 'Hail',
  createdAt: '2026-11-20T12:00:00.000Z',
  deletedAt: '',
});
const staff = { id: newId(), name: 'Ada', email: 'Ada@Example.com', role: 'admin', createdAt: '', secondFactor: false };
const alerts = {
  state: 'confirmed',
  counties: ['05119'],
  kinds: ['tornado'],
  minLevel: 3,
  quietFrom: '22:00',
  quietUntil: '07:00',
  signedUpAt: 'then',
  confirmedAt: 'then',
  consentVersion: '2026-11',
  consentNetwork: '192.0.2.0/24',
  messages: 4,
  language: 'es',
};
beforeEach(() => {
  const { handlers } = provided.services.notifications;
  handlers[`${alertContract}/ExportPersonalData`] = ({ email }, metadata) => {
    expect([email, readCaller(metadata).role]).toEqual(['nora@example.com', 'admin']);
    return { alerts };
  };
  handlers[`${alertContract}/ErasePersonalData`] = () => ({ subscriptions: 1 });
  provided.services.auth.handlers['auth.v1.PeopleService/ListPeople'] = () => ({ people: [staff] });
});

it('merges the pages of stored data, and mentions data stored elsewhere', async () => {
  const first = message();
  const second = message();
  provided.services.submissions.handlers[`${contract}/ExportPersonalData`] = ({ email, cursor }, metadata) => {
    expect([email, readCaller(metadata).role]).toEqual(['nora@example.com', 'admin']);
    const page = { snapshots: [], sponsors: [], log: [{ at: 'then', action: 'contact.delete', subjectId: first.id }] };
    if (cursor) return { ...page, receipt: '', exportedAt: 'later', messages: [second] };
    const newsletter = {
      id: newId(),
      email: 'nora@example.com',
      state: 'confirmed',
      frequency: 'all',
      signedUpAt: 'then',
      confirmedAt: 'then',
      unsubscribedAt: '',
      deliveries: [{ campaign: 'Ice', state: 'sent', reason: '' }],
    };
    return { ...page, receipt: 'receipt', exportedAt: 'now', messages: [first], newsletter, nextCursor: first.id };
  };
  const { status, body } = await post('export', { email: ' nora@example.com ' });
  expect(status).toBe(200);
  const data = personalDataResponse.parse(body.data);
  expect(data).toMatchObject({ receipt: 'receipt', exported_at: 'now', found: 4, account: null });
  expect(data.messages.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(data.newsletter?.deliveries).toEqual([{ campaign: 'Ice', state: 'sent', reason: '' }]);
  expect(data.alerts).toEqual({
    state: 'confirmed',
    counties: ['05119'],
    kinds: ['tornado'],
    min_level: 3,
    quiet_from: '22:00',
    quiet_until: '07:00',
    signed_up_at: 'then',
    confirmed_at: 'then',
    consent_version: '2026-11',
    consent_network: '192.0.2.0/24',
    messages: 4,
    language: 'es',
  });
  expect(data.log).toHaveLength(2);
  expect(data.notes.length).toBeGreaterThan(1);
});

it('erases once the address was typed twice, and says what remains', async () => {
  let erasures = 0;
  provided.services.submissions.handlers[`${contract}/ErasePersonalData`] = () => {
    erasures += 1;
    return { receipt: 'receipt', snapshots: 2, sponsors: 0, messages: 1, newsletter: 1, sponsorsRetained: 1 };
  };
  const rejected = await post('erase', { email: 'ada@example.com', confirm: 'ada@example.org' });
  expect([rejected.status, rejected.body.errors]).toEqual([
    400,
    [{ field: 'confirm', message: 'Enter the same again to confirm.' }],
  ]);
  expect(erasures).toBe(0);
  const { status, body } = await post('erase', { email: 'ada@example.com', confirm: 'Ada@example.com' });
  expect(status).toBe(200);
  const { receipt, erased, retained: kept } = erasureResponse.parse(body.data);
  expect([receipt, erased]).toEqual(['receipt', { snapshots: 2, sponsors: 0, messages: 1, newsletter: 1, alerts: 1 }]);
  expect(kept.join(' ')).toMatch(/An approved sponsor stays.*belongs to a dashboard account.*Backups/);
});

it.each([
  ['phone', '+15015550123', '(501) 555-0123', { email: '', phone: '+15015550123' }],
  [
    'push',
    'https://weather.example/subscription?token=t',
    ' https://weather.example/subscription?token=t',
    { email: '' },
  ],
])('exports and erases by %s', async (way, named, repeated, toSubmissions) => {
  const target: object[] = [];
  const publicResponses = {
    ExportPersonalData: { receipt: 'r', exportedAt: 'now', snapshots: [], sponsors: [], messages: [], log: [] },
    ErasePersonalData: { receipt: 'r', snapshots: 0, sponsors: 0, messages: 1, newsletter: 0, sponsorsRetained: 0 },
  };
  for (const [method, response] of Object.entries(publicResponses)) {
    provided.services.submissions.handlers[`${contract}/${method}`] = (message) => {
      target.push(message);
      return response;
    };
    provided.services.notifications.handlers[`${alertContract}/${method}`] = (message) => {
      target.push(message);
      return { alerts, subscriptions: 1 };
    };
  }
  const looked = await post('export', { [way]: named });
  expect(personalDataResponse.parse(looked.body.data)).toMatchObject({
    [way]: named,
    email: '',
    account: null,
    found: 1,
  });
  const { body } = await post('erase', { [way]: named, confirm: repeated });
  const { erased, retained: kept } = erasureResponse.parse(body.data);
  expect(erased.alerts).toBe(1);
  expect(kept.some((sentence) => sentence.includes('STOP'))).toBe(way === 'phone');
  const toNotifications = { email: '', [way]: named };
  expect(target).toEqual([toNotifications, toSubmissions, toNotifications, toSubmissions]);
});

it("returns and erases nothing while alert subscriptions can't be checked", async () => {
  const target: string[] = [];
  for (const method of ['ExportPersonalData', 'ErasePersonalData']) {
    provided.services.submissions.handlers[`${contract}/${method}`] = () => {
      target.push(method);
      throw new Error('not to be asked');
    };
    provided.services.notifications.handlers[`${alertContract}/${method}`] = () => {
      throw unavailable('The service is busy.', 7);
    };
  }
  for (const path of ['export', 'erase']) {
    const { status, body, headers } = await post(path, {
      email: 'nora@example.com',
      ...(path === 'erase' && { confirm: 'nora@example.com' }),
    });
    expect([status, headers['retry-after'], body.data]).toEqual([503, '7', undefined]);
    expect(body.message).toMatch(/alert subscriptions right now, so nothing was changed/);
  }
  expect(target).toEqual([]);
});

it.each([
  ['export', {}, 400, 'email'],
  ['export', { email: 'nora@example.com', phone: '+15015550123' }, 400, 'email'],
  ['export', { phone: '911' }, 400, 'phone'],
  ['export', { push: 'javascript:alert(1)' }, 400, 'push'],
  ['erase', { phone: '+15015550123', confirm: '+15015550124' }, 400, 'confirm'],
  ['export', { email: 'no address' }, 400, 'email'],
  ['export', { email: 'nora@example.com', all: true }, 400, 'all'],
  ['erase', { email: 'nora@example.com' }, 400, 'confirm'],
])('refuses %s of %j', async (path, body, status, field) => {
  const response = await post(path, body);
  expect([response.status, response.body.errors[0].field]).toEqual([status, field]);
});

it('is only for admins, and never takes an email address in the URL', async () => {
  for (const path of ['export', 'erase']) {
    expect((await post(path, { email: 'nora@example.com', confirm: 'nora@example.com' }, 'moderator')).status).toBe(
      403,
    );
    const url = `/admin/main/personal-data/${path}?email=nora@example.com`;
    expect((await request(provided.gateway.url).get(url)).status).toBe(405);
  }
});

describe('texts of others that contain the address', () => {
  const rpc = (method: string) => `mentions.v1.MentionsService/${method}`;
  const id = '01a1fb55-69c7-766f-8ee9-d5a97b08f9a2';
  const mention = { place: 'saved_texts', id, label: 'Saved text', excerpt: 'Ask nora@example.com', fixed: '' };

  it('are listed with the stored data and by the erasure, and redacted one by one', async () => {
    provided.services.submissions.handlers[`${contract}/ErasePersonalData`] = () => ({
      receipt: 'receipt',
      messages: 1,
    });
    provided.services.submissions.handlers[`${contract}/ExportPersonalData`] = () => ({
      receipt: 'r',
      exportedAt: 'now',
    });
    for (const method of ['ExportPersonalData', 'ErasePersonalData'])
      provided.services.notifications.handlers[`${alertContract}/${method}`] = () => ({ subscriptions: 0 });
    provided.services.submissions.handlers[rpc('FindMentions')] = (message) => {
      expect(message).toMatchObject({ email: 'nora@example.com' });
      return { mentions: [mention] };
    };
    const found = [{ service: 'submissions', ...mention }];
    const email = 'nora@example.com';
    expect((await post('export', { email })).body.data.mentions).toEqual(found);
    expect((await post('erase', { email, confirm: email })).body.data.mentions).toEqual(found);
    let target: object = {};
    provided.services.submissions.handlers[rpc('RedactMention')] = (message) => {
      target = { ...message };
      return { redacted: true };
    };
    const { status, body } = await post('redact', { email, service: 'submissions', place: 'saved_texts', id });
    expect([status, body.data]).toEqual([200, { redacted: true }]);
    expect(target).toEqual({ email, place: 'saved_texts', id });
  });

  it('are needed before anything is erased', async () => {
    let erasures = 0;
    provided.services.submissions.handlers[`${contract}/ErasePersonalData`] = () => {
      erasures += 1;
      return { receipt: 'receipt' };
    };
    provided.services.content.handlers[rpc('FindMentions')] = () => {
      throw unavailable('The service is busy.', 7);
    };
    const { status, body } = await post('erase', { email: 'nora@example.com', confirm: 'nora@example.com' });
    provided.services.content.handlers[rpc('FindMentions')] = () => ({ mentions: [] });
    expect([status, erasures]).toEqual([503, 0]);
    expect(body.message).toMatch(/nothing was changed/);
  });

  it.each([
    ['service', { service: 'weather' }],
    ['place', { place: '' }],
    ['email', { email: 'nobody' }],
  ])('aren’t redacted with a bad %s', async (field, change) => {
    const input = { email: 'nora@example.com', service: 'submissions', place: 'saved_texts', id, ...change };
    const { status, body } = await post('redact', input);
    expect([status, body.errors[0].field]).toEqual([400, field]);
  });
});
