import { newId } from '@site/platform/base/ids';
import { readCaller, unavailable } from '@site/proto/grpc';
import type { Role } from '@site/domain/roles';
import { stateInstant, stateLocalTime } from '@site/regions/state-time';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const address = '/admin/main/storm-banner';
const rpc = (method: string) => `content.v1.StormModeService/${method}`;
const as = (role: Role) => ({ Authorization: `Bearer ${provided.services.signIn(role).token}` });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

const banner = (changes: object = {}) => ({
  id: newId(),
  text: 'Tornado <on the ground> near Mayflower',
  linkUrl: '/livecam',
  linkLabel: 'We are live',
  startsAt: inHours(-1).toISOString(),
  endsAt: inHours(2).toISOString(),
  setBy: '',
  ...changes,
});
const input = (changes: object = {}) => ({
  text: ' Tornado near Mayflower ',
  link_url: '/livecam',
  link_label: 'We are live',
  ends_at: stateLocalTime(inHours(3)),
  ...changes,
});
const send = (body: object, role: Role = 'editor') =>
  request(provided.gateway.url).post(address).set(as(role)).send(body);

let target: [method: string, role: string, message: object][];

beforeEach(() => {
  target = [];
  const publicResponses: Record<string, (message: object) => object> = {
    GetStormBanner: () => ({ banner: banner({ setBy: 'Edie' }) }),
    SetStormBanner: (message) => banner({ ...message, setBy: 'Edie' }),
    EndStormBanner: () => ({}),
  };
  for (const [method, response] of Object.entries(publicResponses))
    provided.services.content.handlers[rpc(method)] = (message, metadata) => {
      target.push([method, readCaller(metadata).role, message]);
      return response(message);
    };
});

describe('the storm banner in the dashboard', () => {
  it('includes who set it', async () => {
    const { status, body } = await request(provided.gateway.url).get(address).set(as('editor'));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ link_url: '/livecam', set_by: 'Edie' });
    provided.services.content.handlers[rpc('GetStormBanner')] = () => ({});
    expect((await request(provided.gateway.url).get(address).set(as('admin'))).body.data).toBeNull();
  });

  it('is set until a local time in Arkansas, with a claim that detects repetitions', async () => {
    const fields = input();
    const { status, body } = await send(fields).set('Idempotency-Key', 'once');
    expect([status, body.data.text, body.data.set_by]).toEqual([200, 'Tornado near Mayflower', 'Edie']);
    const end = stateInstant(fields.ends_at) as { at: Date };
    expect(body.data.ends_at).toBe(end.at.toISOString());
    expect(target).toEqual([
      [
        'SetStormBanner',
        'editor',
        {
          text: 'Tornado near Mayflower',
          linkUrl: '/livecam',
          linkLabel: 'We are live',
          endsAt: end.at.toISOString(),
          idempotency: {
            key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
            fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
          },
        },
      ],
    ]);
  });

  it('needs no link', async () => {
    const { body } = await send({ text: 'Stay inside', ends_at: stateLocalTime(inHours(1)) });
    expect(body.data.link_url).toBeNull();
  });

  it.each([
    ['an end that is past', { ends_at: stateLocalTime(inHours(-1)) }, 'ends_at'],
    ['an end in four days', { ends_at: stateLocalTime(inHours(96)) }, 'ends_at'],
    ['an hour that the clocks leave out', { ends_at: '2027-03-14T02:30' }, 'ends_at'],
    ['an end that is no time', { ends_at: 'tonight' }, 'ends_at'],
    ['no text', { text: ' ' }, 'text'],
    ['too much text', { text: 'x'.repeat(241) }, 'text'],
    ['a script as the link', { link_url: 'javascript:alert(1)' }, 'link_url'],
    ['another host that looks like a path', { link_url: '//evil.example' }, 'link_url'],
    ['a mail address as the link', { link_url: 'mailto:a@b.example' }, 'link_url'],
  ])('is refused with %s, and the field is named', async (_what, changes, field) => {
    const { status, body } = await send(input(changes));
    expect([status, body.errors[0].field]).toEqual([400, field]);
    expect(target).toEqual([]);
  });

  it('is removed', async () => {
    const { status, body } = await request(provided.gateway.url).post(`${address}/end`).set(as('admin'));
    expect([status, body.data]).toEqual([200, null]);
    expect(target).toEqual([['EndStormBanner', 'admin', {}]]);
  });

  it('is not for moderators', async () => {
    expect((await send(input(), 'moderator')).status).toBe(403);
    expect((await request(provided.gateway.url).post(`${address}/end`).set(as('moderator'))).status).toBe(403);
    expect(target).toEqual([]);
  });
});

describe('the storm banner on the public pages', () => {
  const home = 'content.v1.HomeService/GetHomeContent';
  const said = async () =>
    (await request(provided.gateway.url).get('/main/home')).body.data.storm_banner as object | null;
  let plain: object;
  beforeAll(async () => {
    plain = await provided.services.content.handlers[home]!({}, undefined as never);
  });
  const stand = async (stormBanner: object | undefined) => {
    provided.services.content.handlers[home] = () => ({ ...plain, stormBanner });
    provided.services.content.announce('storm');
    await until('the answer to follow', async () => ((await said()) !== null) === (stormBanner !== undefined));
  };
  afterEach(() => stand(undefined));

  it('appears in the home data immediately, without who set it', async () => {
    await stand(banner({ linkUrl: '', linkLabel: '' }));
    const visible = await said();
    expect(visible).toMatchObject({ text: 'Tornado <on the ground> near Mayflower', link_url: null });
    expect(visible).not.toHaveProperty('set_by');
  });

  it('ends on time even if the content service is down', async () => {
    await stand(banner({ endsAt: new Date(Date.now() + 1_500).toISOString() }));
    provided.services.content.handlers[home] = () => {
      throw unavailable('down');
    };
    provided.services.content.announce('storm');
    await until('the notice to go', async () => (await said()) === null);
  });

  it.each(['/now', '/now/pulaski', '/now/nowhere', '/now/alert/none', '/subscription'])(
    'appears above %s, escaped',
    async (path) => {
      await stand(banner({ linkUrl: 'https://live.example/?a=1&b="2"' }));
      const page = async () => (await request(provided.gateway.url).get(path).buffer(true)).text;
      await until('the page to be made anew', async () => (await page()).includes('Storm notice'));
      expect(await page()).toContain(
        '<section class="l" aria-label="Storm notice">Tornado &lt;on the ground&gt; near Mayflower ' +
          '<a href="https://live.example/?a=1&amp;b=&quot;2&quot;" rel="noopener noreferrer">We are live</a></section>',
      );
    },
  );
});
