import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { roles } from '@site/domain/roles';
import request from 'supertest';
import { until } from '../../../services/platform/testing/until.js';
import { listRoutes } from './registered-routes.js';
import { setupGateway } from '../testing/given-gateway.js';

/**
 * Access to every route of the running gateway for every kind of visitor. Missing and surplus entries fail the test, so
 * that every access decision is deliberate.
 */
type Access = 'public' | 'signed-in' | 'admin+editor' | 'admin+moderator' | 'admin';

/** A dashboard call and its equivalent GET from the specification. */
const byGetToo = (path: string, open: Access) => ({ [`GET ${path}`]: open, [`POST ${path}`]: open });

const deleting = (path: string, open: Access) => ({
  [`DELETE /admin/main/${path}/:id`]: open,
  ...byGetToo(`/admin/main/${path}/delete/:id`, open),
});

/** All dashboard routes for a content type, and its public list. */
const crud = (path: string, open: Access, publicList?: string) => ({
  ...(publicList && { [`GET ${publicList}`]: 'public' as const }),
  [`GET /admin/main/${path}`]: open,
  [`POST /admin/main/${path}/create`]: open,
  [`POST /admin/main/${path}/edit`]: open,
  ...deleting(path, open),
});

const access: Record<string, Access> = {
  // Pages of the public site
  'GET /main/home': 'public',
  'GET /main/keys': 'public',
  'GET /main/post/:id': 'public',
  'POST /main/post/preview': 'public',
  'GET /main/snapshots': 'public',
  'GET /main/snapshot/:id': 'public',
  'GET /main/social/posts': 'public',
  'GET /main/weather/forecast': 'public',
  'GET /main/weather/alerts': 'public',
  'GET /main/weather/alerts/stream': 'public',
  'GET /main/weather/event/:name': 'public',
  'GET /main/weather/search': 'public',
  'GET /main/weather/layers': 'public',
  'GET /main/weather/next-hour': 'public',
  'GET /main/weather/radar': 'public',
  'GET /main/weather/outlook': 'public',
  'GET /main/weather/reports': 'public',
  'GET /main/weather/rivers': 'public',
  'GET /main/weather/rivers/:id': 'public',
  'GET /main/weather/products/:office/:kind': 'public',
  'GET /main/weather/tiles/:layer/:z/:x/:y.png': 'public',
  'GET /media/*key': 'public',
  'GET /alerts.atom': 'public',
  'GET /go/:campaign/:number': 'public',
  'GET /share/home.png': 'public',
  'GET /share/warning/:name.png': 'public',
  'GET /share/post/:id.png': 'public',
  'GET /share/snapshot/:id.png': 'public',
  'GET /main/notifications/key': 'public',
  'GET /main/notifications/delivery': 'public',
  'GET /subscription': 'public',
  'GET /now': 'public',
  'GET /now/still': 'public',
  'GET /now/alert/:name': 'public',
  'GET /now/alert/:name/still': 'public',
  'GET /now/:county/alerts.atom': 'public',
  'GET /now/:county': 'public',
  'GET /now/:county/still': 'public',
  'GET /es': 'public',
  'GET /es/alert': 'public',
  'GET /es/forecast': 'public',
  'GET /es/hourly': 'public',
  'GET /es/search': 'public',
  'GET /es/county': 'public',
  'GET /es/county/:county': 'public',
  'GET /es/warning/:name': 'public',
  'GET /es/*path': 'public',
  'GET /es/now': 'public',
  'GET /es/now/still': 'public',
  'GET /es/now/alert/:name': 'public',
  'GET /es/now/alert/:name/still': 'public',
  'GET /es/now/:county': 'public',
  'GET /es/now/:county/still': 'public',
  'GET /embed/county/:county': 'public',

  // Submissions
  'POST /main/snapshot/create': 'public',
  'POST /main/advertise/with/us': 'public',
  'POST /main/contact-us': 'public',
  'POST /main/news/letter/create': 'public',
  'POST /main/news/letter/confirm': 'public',
  'GET /main/news/letter/unsubscribe': 'public',
  'POST /main/news/letter/unsubscribe': 'public',
  'POST /main/news/letter/preferences': 'public',
  'POST /newsletter/confirm': 'public',
  'POST /newsletter/unsubscribe': 'public',
  'POST /newsletter/preferences': 'public',
  'POST /main/notifications/subscribe': 'public',
  'POST /main/notifications/confirm': 'public',
  'POST /main/notifications/preferences': 'public',
  'POST /main/notifications/end': 'public',
  'POST /main/notifications/endpoint': 'public',
  'POST /main/notifications/displayed': 'public',
  'POST /subscription/confirm': 'public',
  'POST /subscription/preferences': 'public',
  'POST /subscription/end': 'public',
  'GET /es/subscription': 'public',
  'POST /es/subscription/confirm': 'public',
  'POST /es/subscription/preferences': 'public',
  'POST /es/subscription/end': 'public',

  // The API's description
  'GET /docs': 'public',
  'GET /docs/:file': 'public',
  'GET /docs-json': 'public',
  'GET /docs-yaml': 'public',
  'GET /admin/docs-json': 'admin',
  'GET /admin/docs-yaml': 'admin',

  // Machines
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'POST /csp-report': 'public',
  // Signed by the carrier
  'POST /hooks/sms/inbound': 'public',
  'POST /hooks/sms/status': 'public',
  // Authenticated as the mail provider
  'POST /hooks/mail/:format': 'public',

  // Sign-in and passwords
  'POST /admin/auth/login': 'public',
  'POST /admin/auth/logout': 'signed-in',
  'POST /admin/auth/change/password': 'signed-in',
  'POST /admin/auth/forgot/password': 'public',
  'POST /admin/auth/verify/otp': 'public',
  'POST /admin/auth/reset/password': 'public',
  // The mailed link's token is in the body
  'POST /admin/auth/invitation': 'public',
  'POST /admin/auth/invitation/accept': 'public',
  // The pending session's token is in the body
  'POST /admin/auth/second-factor/passkey-options': 'public',
  'POST /admin/auth/second-factor/verify': 'public',
  'POST /admin/auth/second-factor/enrol': 'public',
  'POST /admin/auth/second-factor/enrol/confirm': 'public',

  // The user's own account
  'GET /admin/auth/second-factors': 'signed-in',
  'POST /admin/auth/second-factors': 'signed-in',
  'POST /admin/auth/second-factors/confirm': 'signed-in',
  'POST /admin/auth/second-factors/recovery-codes': 'signed-in',
  'DELETE /admin/auth/second-factors/:id': 'signed-in',
  'POST /admin/auth/confirm/passkey-options': 'signed-in',
  'POST /admin/auth/confirm': 'signed-in',
  'GET /admin/auth/sessions': 'signed-in',
  'DELETE /admin/auth/sessions/:id': 'signed-in',
  'POST /admin/auth/sessions/end-others': 'signed-in',

  // The dashboard
  'GET /admin/main/storm-banner': 'admin+editor',
  'POST /admin/main/storm-banner': 'admin+editor',
  'POST /admin/main/storm-banner/end': 'admin+editor',
  'GET /admin/main/overview': 'admin+editor',
  'GET /admin/main/audit': 'admin',
  'GET /admin/main/audit/export': 'admin',
  'POST /admin/main/personal-data/export': 'admin',
  'POST /admin/main/personal-data/erase': 'admin',
  'POST /admin/main/personal-data/redact': 'admin',
  'GET /admin/main/newsletter': 'admin',
  'POST /admin/main/newsletter/campaign': 'admin',
  'GET /admin/main/newsletter/campaign/:id': 'admin',
  'POST /admin/main/newsletter/campaign/:id/time': 'admin',
  'POST /admin/main/newsletter/campaign/:id/cancel': 'admin',
  'POST /admin/main/newsletter/campaign/:id/pause': 'admin',
  'POST /admin/main/newsletter/campaign/:id/resume': 'admin',
  'POST /admin/main/newsletter/preview': 'admin',
  'POST /admin/main/newsletter/test': 'admin',
  'GET /admin/main/newsletter/subscribers': 'admin',
  'GET /admin/main/newsletter/subscribers.csv': 'admin',
  'POST /admin/main/newsletter/subscribers/import': 'admin',
  'POST /admin/main/newsletter/subscribers/:id/complaint': 'admin',
  'GET /admin/main/notifications/overview': 'admin',
  'GET /admin/main/notifications/segments': 'admin',
  'GET /admin/main/notifications/dispatches': 'admin',
  'GET /admin/main/notifications/dispatches/:id': 'admin',
  'POST /admin/main/notifications/kill-switch': 'admin',
  'GET /admin/main/notifications/webhooks': 'admin',
  'POST /admin/main/notifications/webhooks': 'admin',
  'DELETE /admin/main/notifications/webhooks/:id': 'admin',
  'GET /admin/main/jobs': 'admin',
  'POST /admin/main/jobs/:queue/:id/retry': 'admin',
  'GET /admin/main/trash': 'admin',
  // For other types the service refuses editors
  'POST /admin/main/trash/:type/:id/restore': 'admin+editor',
  ...crud('post', 'admin+editor', '/main/post'),
  'GET /admin/main/post/edit': 'admin+editor',
  'POST /admin/main/post/draft': 'admin+editor',
  'GET /admin/main/post/filters': 'admin+editor',
  'GET /admin/main/post/warnings': 'admin+editor',
  'GET /admin/main/post/:id': 'admin+editor',
  'GET /admin/main/post/:id/campaign': 'admin+editor',
  'PUT /admin/main/post/:id/revision': 'admin+editor',
  'DELETE /admin/main/post/:id/autosave': 'admin+editor',
  'GET /admin/main/post/:id/revisions': 'admin+editor',
  'GET /admin/main/post/:id/revisions/:number': 'admin+editor',
  'POST /admin/main/post/:id/publish': 'admin+editor',
  'POST /admin/main/post/:id/preview': 'admin+editor',
  'DELETE /admin/main/post/:id/preview': 'admin+editor',
  ...crud('faqs', 'admin+editor', '/main/faqs'),
  'POST /admin/main/faqs/order': 'admin+editor',
  'POST /admin/main/team/order': 'admin+editor',
  ...crud('team', 'admin+editor', '/main/teams'),
  ...crud('media', 'admin+editor'),
  'GET /admin/main/media/:id': 'admin+editor',
  'GET /admin/main/media/:id/uses': 'admin+editor',
  ...crud('header', 'admin+editor'),
  ...crud('logo', 'admin+editor'),
  ...crud('moderator', 'admin'),
  'GET /admin/main/people': 'admin',
  'POST /admin/main/people/:id/role': 'admin',
  'GET /admin/main/people/invitations': 'admin',
  'POST /admin/main/people/invitations': 'admin',
  'POST /admin/main/people/invitations/:id/resend': 'admin',
  'POST /admin/main/people/invitations/:id/revoke': 'admin',
  'POST /admin/main/people/:id/reset-second-factor': 'admin',
  ...crud('sponsor', 'admin'),
  'POST /admin/main/sponsor/top': 'admin',
  'POST /admin/main/sponsor/order': 'admin',
  ...byGetToo('/admin/main/sponsor/view/:designNumber', 'admin'),
  ...byGetToo('/admin/main/sponsor/approve/:id', 'admin'),
  ...byGetToo('/admin/main/sponsor/reject/:id', 'admin'),
  'GET /admin/main/contact-us': 'admin+moderator',
  'POST /admin/main/contact-us/state': 'admin+moderator',
  'GET /admin/main/contact-us/assignees': 'admin+moderator',
  'PUT /admin/main/contact-us/:id/assignee': 'admin+moderator',
  'PUT /admin/main/contact-us/:id/note': 'admin+moderator',
  'POST /admin/main/contact-us/:id/reply': 'admin+moderator',
  ...deleting('contact-us', 'admin'),

  // Moderation
  'GET /admin/main/saved-texts': 'admin+moderator',
  'POST /admin/main/saved-texts': 'admin+moderator',
  'DELETE /admin/main/saved-texts/:id': 'admin+moderator',
  'GET /media/pending/*key': 'admin+moderator',
  'GET /admin/main/snapshot': 'admin+moderator',
  // Pictures of photos and of content; each role finds only its own kind
  'POST /admin/main/pictures/:id/retry': 'signed-in',
  ...byGetToo('/admin/main/snapshot/approve/:id', 'admin+moderator'),
  ...byGetToo('/admin/main/snapshot/reject/:id', 'admin+moderator'),
  // The service refuses deletions by moderators
  'POST /admin/main/snapshot/decide': 'admin+moderator',
  'GET /admin/main/snapshot/look-alikes/:id': 'admin+moderator',
  'GET /admin/main/snapshot/history/:id': 'admin+moderator',
  'GET /admin/main/snapshot/decisions': 'admin+moderator',
  ...deleting('snapshot', 'admin'),
};

/** Routes that need a sign-in or confirmation within the last ten minutes, so that a stolen session can't use them. */
const needRecentSignIn = new Set([
  'POST /admin/auth/second-factors',
  'POST /admin/auth/second-factors/confirm',
  'POST /admin/auth/second-factors/recovery-codes',
  'DELETE /admin/auth/second-factors/:id',
  'GET /admin/main/audit/export',
  'POST /admin/main/personal-data/export',
  'POST /admin/main/personal-data/erase',
  'POST /admin/main/personal-data/redact',
  'POST /admin/main/newsletter/campaign',
  'POST /admin/main/newsletter/campaign/:id/time',
  'POST /admin/main/newsletter/campaign/:id/cancel',
  'POST /admin/main/newsletter/campaign/:id/pause',
  'POST /admin/main/newsletter/campaign/:id/resume',
  'POST /admin/main/newsletter/test',
  'GET /admin/main/newsletter/subscribers.csv',
  'POST /admin/main/newsletter/subscribers/import',
  'POST /admin/main/notifications/kill-switch',
  'POST /admin/main/notifications/webhooks',
  'DELETE /admin/main/notifications/webhooks/:id',
  'POST /admin/main/moderator/create',
  'POST /admin/main/moderator/edit',
  'POST /admin/main/people/:id/role',
  'POST /admin/main/people/:id/reset-second-factor',
  'POST /admin/main/people/invitations',
  'POST /admin/main/people/invitations/:id/resend',
]);

/** Returns 404 instead of 401 and 403, so as not to reveal what exists. */
const hidden = new Set(['GET /media/pending/*key']);

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });

const visitors = ['anonymous', 'revoked', 'half signed in', ...roles] as const;
type Visitor = (typeof visitors)[number];

/** Routes that change something and accept requests from other sites' pages. */
const fromAnySite = new Set([
  // One-click unsubscribing (RFC 8058) in webmail
  'POST /main/news/letter/unsubscribe',
  'POST /main/notifications/end',
  // Called by other servers
  'POST /hooks/sms/inbound',
  'POST /hooks/sms/status',
  'POST /hooks/mail/:format',
]);

const welcome: Record<Access, readonly Visitor[]> = {
  public: visitors,
  'signed-in': roles,
  'admin+editor': ['editor', 'admin'],
  'admin+moderator': ['moderator', 'admin'],
  admin: ['admin'],
};

/** Each call gets its own session, because one of the routes ends the session. */
function tokenOf(visitor: Visitor): string | undefined {
  if (visitor === 'anonymous') return undefined;
  // The token of a sign-in without its second step: not a JWT, and a JWT wouldn't name a session either.
  if (visitor === 'half signed in') return randomBytes(32).toString('base64url');
  const { token, sid } = provided.services.signIn(visitor === 'revoked' ? 'admin' : visitor);
  if (visitor === 'revoked') provided.services.sessions.delete(sid);
  return token;
}

async function fetch(route: string, visitor: Visitor, token = tokenOf(visitor)): Promise<request.Response> {
  const [method = '', path = ''] = route.split(' ');
  const address = path.replaceAll(/[:*]\w+/g, '01a1fb55-69c7-766f-8ee9-d5a97b08f9a2');
  const call = request(provided.gateway.url)[method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'](address);
  // Streams don't end by themselves.
  if (path.endsWith('/stream'))
    call.buffer(true).parse((response, done) => {
      done(null, {});
      (response as unknown as IncomingMessage).destroy();
    });
  return token ? call.set('Authorization', `Bearer ${token}`) : call;
}

/** Maps a response to an access decision. Any response from the route itself is "open". */
function verdict({ status, body }: request.Response): string {
  if (status === 401) return `401 ${(body as { errors: { message: string }[] }).errors[0]?.message}`;
  return status === 403 ? '403' : 'open';
}

const toAuditAction: Record<Visitor, string> = {
  anonymous: '401 No authentication token found.',
  revoked: '401 Your session has ended. Please sign in again.',
  'half signed in': '401 No authentication token found.',
  editor: '403',
  moderator: '403',
  admin: '403',
};

it('has an entry for every route, and a route for every entry', () => {
  const routes = listRoutes(provided.gateway.app.getHttpAdapter().getInstance()).map(
    ({ method, path }) => `${method} ${path}`,
  );
  expect(routes.length).toBeGreaterThan(30);
  expect(routes.sort()).toEqual(Object.keys(access).sort());
});

it.each(Object.entries(access))('%s is %s', async (route, open) => {
  const publicResponses: Partial<Record<Visitor, string>> = {};
  const expected: Partial<Record<Visitor, string>> = {};
  for (const visitor of visitors) {
    const welcomed = welcome[open].includes(visitor);
    let answer = await fetch(route, visitor);
    // On a busy machine, the gateway may fail to check the session in time; that isn't an access decision, so retry.
    if (!welcomed)
      await until(`${visitor} to be refused`, async () => {
        if (answer.status >= 500) answer = await fetch(route, visitor);
        return answer.status < 500;
      });
    publicResponses[visitor] = hidden.has(route) && !welcomed ? String(answer.status) : verdict(answer);
    expected[visitor] = welcomed ? 'open' : hidden.has(route) ? '404' : toAuditAction[visitor];
  }
  expect(publicResponses).toEqual(expected);
});

describe("another site's page", () => {
  const changing = Object.keys(access).filter((route) => !route.startsWith('GET '));
  const send = (route: string, headers: Record<string, string>) => {
    const [method = '', path = ''] = route.split(' ');
    const address = path.replaceAll(/[:*]\w+/g, '01a1fb55-69c7-766f-8ee9-d5a97b08f9a2');
    const agent = request(provided.gateway.url);
    const call = agent[method.toLowerCase() as 'post' | 'put' | 'delete'](address);
    return call.type('form').set(headers).send('email=nora%40example.com');
  };
  const refusedHeader = ({ status, body }: request.Response) => {
    const { errors } = body as { errors?: { field?: string }[] };
    return status === 403 ? errors?.[0]?.field : undefined;
  };

  it.each(changing)('%s', async (route) => {
    const foreign: [string, Record<string, string>][] = [
      ['Sec-Fetch-Site', { 'Sec-Fetch-Site': 'cross-site' }],
      ['Sec-Fetch-Site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://weather.example' }],
      ['Origin', { Origin: 'https://evil.example' }],
      ['Origin', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-site' }],
      ['Origin', { Origin: 'http://weather.example' }],
      ['Origin', { Origin: 'null' }],
      ['Origin', { Origin: 'https://weather.example.evil.example' }],
    ];
    for (const [header, headers] of foreign)
      expect([headers, refusedHeader(await send(route, headers))]).toEqual([
        headers,
        fromAnySite.has(route) ? undefined : header,
      ]);
    const own: Record<string, string>[] = [
      {},
      { Origin: 'https://weather.example', 'Sec-Fetch-Site': 'same-origin' },
      { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
      { Origin: provided.gateway.url },
    ];
    for (const headers of own)
      expect([headers, refusedHeader(await send(route, headers))]).toEqual([headers, undefined]);
  });
});

const signedInRoutes = Object.entries(access).filter(([, open]) => open !== 'public');

it('lists only routes for signed-in users as needing a recent sign-in', () => {
  expect([...needRecentSignIn].filter((route) => !signedInRoutes.some(([name]) => name === route))).toEqual([]);
});

it.each(signedInRoutes)('%s asks an older session for a confirmation only if listed', async (route) => {
  const { token, sid } = provided.services.signIn('admin');
  provided.services.unconfirmed.add(sid);
  const { status, body } = await fetch(route, 'admin', token);
  const message = 'Please confirm that it’s you first.';
  if (needRecentSignIn.has(route))
    expect([status, body]).toEqual([
      403,
      expect.objectContaining({ message, errors: [{ field: 'confirm', message }] }),
    ]);
  else expect(JSON.stringify(body)).not.toContain(message);
});

it('admits a session at once after its confirmation', async () => {
  const route = 'GET /admin/main/newsletter/subscribers.csv';
  const { token, sid } = provided.services.signIn('admin');
  provided.services.unconfirmed.add(sid);
  expect((await fetch(route, 'admin', token)).status).toBe(403);
  provided.services.unconfirmed.delete(sid);
  expect((await fetch(route, 'admin', token)).status).not.toBe(403);
});
