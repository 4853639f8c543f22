import { createHash } from 'node:crypto';
import { conflict, invalid, notFound, unavailable } from '@site/proto/grpc';
import { allKinds, notificationKinds } from '@site/domain/notifications/kinds';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';
import { extractText } from '../../testing/now-builders.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const rpc = (method: string) => `notifications.v1.SubscriptionsService/${method}`;
const token = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA';
const preferences = {
  counties: ['05119', '05045'],
  kinds: ['tornado', 'flash_flood'],
  minLevel: 3,
  quietFrom: '22:00',
  quietUntil: '07:00',
  overrideQuietHours: true,
  language: 'es',
};
let target: [string, object][];
let state: string;

beforeEach(() => {
  target = [];
  state = 'confirmed';
  const { handlers } = provided.services.notifications;
  handlers[rpc('GetPreferences')] = () => ({ preferences, channel: 'mail', state });
  for (const method of ['ConfirmChannel', 'UpdatePreferences', 'EndSubscription'])
    handlers[rpc(method)] = (message) => {
      target.push([method, message]);
      return {};
    };
});

const open = (query = `?token=${token}`) => request(provided.gateway.url).get(`/subscription${query}`);
const send = (path: string, fields: Record<string, string | string[]>, prefix = '') =>
  request(provided.gateway.url)
    .post(`${prefix}/subscription/${path}`)
    .type('form')
    .send(
      new URLSearchParams(
        Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
      ).toString(),
    );
const fails = (method: string, failure: () => Error) => {
  provided.services.notifications.handlers[rpc(method)] = () => {
    throw failure();
  };
};
const filledIn = {
  token,
  kinds: ['tornado', 'flash_flood'],
  min_level: '3',
  quiet_from: '22:00',
  quiet_until: '07:00',
  loud: 'yes',
  language: 'es',
};

describe('the page of a subscription', () => {
  it('shows the preferences, and changes nothing when opened', async () => {
    const { status, text, headers } = await open();
    expect(status).toBe(200);
    expect(extractText(text)).toContain('You get alerts by e-mail for what you choose here.');
    expect(text).toContain('<button name="remove" value="05119" aria-label="Remove Pulaski County">');
    expect(text).toContain('<option value="05001">Arkansas County</option>');
    expect(text).not.toContain('<option value="05119">');
    expect(text).toContain('name="kinds" value="tornado" checked');
    expect(text).toContain('name="min_level" value="3" checked');
    expect(text).toContain('name="quiet_from" value="22:00"');
    for (const kind of notificationKinds) expect(text).toContain(`name="kinds" value="${kind}"`);
    expect(text).not.toContain('Is this you?');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(target).toEqual([]);
  });

  it('ticks every kind for "all", also one that was added since', async () => {
    provided.services.notifications.handlers[rpc('GetPreferences')] = () => ({
      preferences: { ...preferences, kinds: [allKinds, 'tornado'] },
      channel: 'mail',
      state,
    });
    const { text } = await open();
    for (const kind of notificationKinds) expect(text).toContain(`name="kinds" value="${kind}" checked`);
    expect(text).not.toContain(`value="${allKinds}"`);
  });

  it('needs no script, and nothing that its policy forbids', async () => {
    const { text, headers } = await open();
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
    expect(headers['content-security-policy']).toContain("form-action 'self'");
    expect(text).not.toMatch(/<(script|img|iframe|object)|\sstyle=|\son\w+=|url\(|@import/);
    expect(text).toContain('<meta name="robots" content="noindex">');
  });

  it("asks for confirmation first while it's pending", async () => {
    state = 'pending';
    const { text } = await open();
    expect(text).toContain('<h1>Confirm your alerts</h1>');
    expect(text).toContain('action="/subscription/confirm"');
    expect(text).toContain('action="/subscription/end"');
  });

  it('shows what confirming would change for a subscribed browser that signed up again', async () => {
    const target = {
      ...preferences,
      counties: ['05119', '05001'],
      minLevel: 4,
      quietFrom: undefined,
      quietUntil: undefined,
    };
    provided.services.notifications.handlers[rpc('GetPreferences')] = () => ({
      preferences,
      requested: target,
      channel: 'push',
      state,
    });
    const { text } = await open();
    expect(text).toContain('<h1>Your alerts</h1>');
    expect(extractText(text)).toContain('This browser signed up again');
    expect(extractText(text)).toMatch(
      /Counties: Arkansas County, Pulaski County instead of Faulkner County, Pulaski County/,
    );
    expect(extractText(text)).toMatch(/Quiet hours: none instead of 22:00 to 07:00/);
    expect(extractText(text)).not.toContain('Kinds of weather:');
    expect(text).toContain('action="/subscription/confirm"');
    expect(text).toContain('<button name="remove" value="05045" aria-label="Remove Faulkner County">');
  });

  it('asks nothing of a subscriber without pending changes', async () => {
    const { text } = await open(`?token=${token}&ask=confirm`);
    expect(text).not.toContain('action="/subscription/confirm"');
  });

  it.each(['', '?token=', `?token=${'x'.repeat(201)}`, '?token=a&token=b'])(
    "says that the link isn't valid at %j, without calling a service",
    async (query) => {
      const { status, text } = await open(query);
      expect(status).toBe(404);
      expect(text).toContain('<h1>This link isn’t valid</h1>');
    },
  );

  it('puts no text from the address into the page', async () => {
    const { text } = await open(`?token=${token}&said=${encodeURIComponent('<b>Pay here</b>')}`);
    expect(text).not.toContain('Pay here');
    const odd = await open(`?token=${encodeURIComponent('"><script>')}`);
    expect(odd.text).not.toContain('<script>');
  });

  it.each([
    [404, () => notFound('This link is not valid.'), 'This link isn’t valid'],
    [409, () => conflict('This subscription has ended.'), 'You no longer get alerts'],
    [503, () => unavailable('The service is busy. Please try again in a moment.', 7), 'That didn’t work'],
  ])('is also a page with status %i', async (expected, failure, title) => {
    fails('GetPreferences', failure);
    const { status, text, headers } = await open();
    expect([status, headers['content-type']]).toEqual([expected, 'text/html; charset=utf-8']);
    expect(text).toContain(`<h1>${title}</h1>`);
    if (expected === 503) expect(headers['retry-after']).toBe('7');
  });
});

describe('its forms', () => {
  const back = (said: string) => `/subscription?token=${token}&said=${said}`;

  it('confirm', async () => {
    const { status, headers } = await send('confirm', { token }).redirects(0);
    expect([status, headers['location']]).toEqual([303, back('confirmed')]);
    expect(target).toEqual([['ConfirmChannel', { token }]]);
    expect(extractText((await open(`?token=${token}&said=confirmed`)).text)).toContain(
      'Thank you. Your alerts are on.',
    );
  });

  it('say that a confirmation came too late', async () => {
    const message = 'This link has expired. Please sign up again to get a new one.';
    fails('ConfirmChannel', () => invalid(message, [{ field: 'token', message }]));
    const { status, text } = await send('confirm', { token });
    expect(status).toBe(400);
    expect(extractText(text)).toContain(message);
  });

  it('end the subscription, repeatably', async () => {
    for (let n = 0; n < 2; n += 1) {
      const { status, headers } = await send('end', { token }).redirects(0);
      expect([status, headers['location']]).toEqual([303, `/subscription?token=${token}`]);
    }
    expect(target).toHaveLength(2);
  });

  it('save kinds, level and quiet hours, and keep the counties', async () => {
    const { status, headers } = await send('preferences', {
      ...filledIn,
      kinds: 'tornado',
      min_level: '4',
      quiet_from: '',
      quiet_until: '',
    }).redirects(0);
    expect([status, headers['location']]).toEqual([303, back('saved')]);
    expect(target).toEqual([
      [
        'UpdatePreferences',
        {
          token,
          preferences: {
            counties: preferences.counties,
            kinds: ['tornado'],
            minLevel: 4,
            overrideQuietHours: true,
            language: 'es',
          },
        },
      ],
    ]);
  });

  it('save every ticked kind as "all", which later ones belong to', async () => {
    await send('preferences', { ...filledIn, kinds: [...notificationKinds] }).redirects(0);
    expect(target).toMatchObject([['UpdatePreferences', { preferences: { kinds: [allKinds, ...notificationKinds] } }]]);
  });

  it.each([
    ['add a county', { add: '05143' }, ['05119', '05045', '05143']],
    ['add none twice', { add: '05119' }, ['05119', '05045']],
    ['take one away', { remove: '05119' }, ['05045']],
  ])('%s', async (_what, fields, counties) => {
    await send('preferences', { ...filledIn, ...fields }).redirects(0);
    expect(target).toMatchObject([['UpdatePreferences', { preferences: { counties, kinds: preferences.kinds } }]]);
  });

  it('change the language, and keep it for a form that has none', async () => {
    const { language: _language, ...old } = filledIn;
    for (const fields of [{ ...filledIn, language: 'en' }, old]) await send('preferences', fields).redirects(0);
    expect(target).toMatchObject([
      ['UpdatePreferences', { preferences: { language: 'en' } }],
      ['UpdatePreferences', { preferences: { language: 'es' } }],
    ]);
  });

  it("don't remove the last county", async () => {
    provided.services.notifications.handlers[rpc('GetPreferences')] = () => ({
      preferences: { ...preferences, counties: ['05119'] },
      channel: 'push',
      state,
    });
    const { status, text } = await send('preferences', { ...filledIn, remove: '05119' });
    expect(status).toBe(400);
    expect(extractText(text)).toContain('Keep at least one county.');
    expect(target).toEqual([]);
  });

  it.each([
    ['no kind', { kinds: [] }],
    ['an unknown kind', { kinds: ['tornado', 'locusts'] }],
    ['an unknown county', { add: '48201' }],
    ['an unknown level', { min_level: '9' }],
    ['half of the quiet hours', { quiet_until: '' }],
    ['no time', { quiet_from: '25:00' }],
    ['an unknown language', { language: 'fr' }],
  ])('are refused with %s, and keep their values', async (_what, fields) => {
    const { status, text } = await send('preferences', { ...filledIn, ...fields });
    expect(status).toBe(400);
    expect(text).toContain('role="alert"');
    expect(text).toContain('name="quiet_until"');
    expect(target).toEqual([]);
  });

  it('accept only forms, and never act on GET', async () => {
    for (const path of ['confirm', 'preferences', 'end']) {
      expect((await request(provided.gateway.url).post(`/subscription/${path}`).send({ token })).status).toBe(415);
      expect((await request(provided.gateway.url).get(`/subscription/${path}?token=${token}`)).status).toBe(405);
      expect((await send(path, {})).status).toBe(404);
    }
    expect(target).toEqual([]);
  });
});

describe('the page in Spanish', () => {
  const openSpanish = (query = `?token=${token}`) => request(provided.gateway.url).get(`/es/subscription${query}`);

  it('is at most 15 kB, without scripts, and linked with the English one in both directions', async () => {
    const { status, text, headers } = await openSpanish();
    expect([status, headers['cache-control'], headers['referrer-policy']]).toEqual([200, 'no-store', 'no-referrer']);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(15_000);
    expect(text).not.toMatch(/<(script|img|iframe|object)|\sstyle=|\son\w+=/);
    expect(text).toContain('<html lang="es">');
    const address = `/subscription?token=${token}`;
    expect(text).toContain(`<a href="${address}" hreflang="en" lang="en">English</a>`);
    const english = (await open()).text;
    expect(english).toContain(`<a href="/es${address}" hreflang="es" lang="es">Español</a>`);
    for (const page of [text, english])
      for (const [code, prefix] of [
        ['en', ''],
        ['es', '/es'],
      ])
        expect(page).toContain(`<link rel="alternate" hreflang="${code}" href="${prefix}${address}">`);
  });

  it('has the same choices, and its forms stay in Spanish', async () => {
    const { text } = await openSpanish();
    expect(text).toContain('<h1>Sus alertas</h1>');
    expect(extractText(text)).toContain('Recibe alertas por correo electrónico sobre lo que elija aquí.');
    expect(text).toContain('name="language" value="es" checked');
    expect(text).toContain('<button name="remove" value="05119" aria-label="Quitar Pulaski">');
    for (const kind of notificationKinds) expect(text).toContain(`name="kinds" value="${kind}"`);
    for (const path of ['preferences', 'end']) expect(text).toContain(`action="/es/subscription/${path}"`);
    expect(text).not.toMatch(/\b(Save|Remove|Counties|warnings?|alerts)\b/);
    const { status, headers } = await send('preferences', filledIn, '/es').redirects(0);
    expect([status, headers['location']]).toEqual([303, `/es/subscription?token=${token}&said=saved`]);
    expect((await openSpanish(`?token=${token}&said=saved`)).text).toContain('Guardado.');
    state = 'pending';
    expect((await openSpanish()).text).toContain('<h1>Confirme sus alertas</h1>');
    await send('confirm', { token }, '/es').redirects(0);
    expect(target.map(([method]) => method)).toEqual(['UpdatePreferences', 'ConfirmChannel']);
  });

  it.each([
    [{ kinds: [] }, 'Elija al menos un tipo de tiempo.'],
    [{ quiet_until: '' }, /Las horas de silencio necesitan/],
    [{ quiet_from: '25:00' }, 'Escriba las horas así: 22:00.'],
  ])('explains faults in Spanish: %j', async (fields, error) => {
    const { status, text } = await send('preferences', { ...filledIn, ...fields }, '/es');
    expect(status).toBe(400);
    expect(extractText(text)).toMatch(error);
  });

  it('explains failures in Spanish', async () => {
    expect((await openSpanish('')).text).toContain('<h1>Este enlace no es válido</h1>');
    fails('GetPreferences', () => conflict('This subscription has ended.'));
    expect((await openSpanish()).text).toContain('<h1>Ya no recibe alertas</h1>');
    fails('GetPreferences', () => unavailable('The service is busy. Please try again in a moment.', 7));
    const { status, text, headers } = await openSpanish();
    expect([status, headers['retry-after']]).toEqual([503, '7']);
    expect(text).not.toContain('service is busy');
  });
});
