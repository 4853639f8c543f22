import { jest } from '@jest/globals';
import { allKinds, notificationKinds } from '@site/domain/notifications/kinds';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rememberLast } from '@/components/places/remembered-places.js';
import { readRecord } from '@/components/push/device-store.js';
import { subscriptionQueryKey } from '@/components/push/push-api.js';
import { renewEndpoint } from '@/components/push/renew-endpoint.js';
import { confirmByWorker, fakeKeys, fakePush, fakeVapidKey } from '@/components/push/testing/fake-push.js';
import { buildContent } from '@/testing/builders.js';
import { buildAlerts } from '@/testing/weather-builders.js';
import type { FakeResponse, FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';
import { mapOfArkansas } from '@/testing/state-map.js';
import { renderApp } from '@/testing/render-app.js';

const subscribe = 'POST /main/notifications/subscribe';
const thanks: FakeResponse = { action: 'A message is on its way.', data: { action: 'A message is on its way.' } };
const routes: FakeRoutes = {
  'GET /main/home': { data: buildContent() },
  'GET /main/faqs': { data: [] },
  'GET /main/weather/alerts': () => ({ data: buildAlerts([]) }),
  'GET /main/notifications/key': { data: { vapid_key: fakeVapidKey, mail: true, sms: false } },
  [subscribe]: thanks,
};
const preferences = {
  counties: ['05119'],
  kinds: ['tornado', 'flash_flood'],
  min_level: 3,
  quiet_from: '22:00',
  quiet_until: '07:00',
  override_quiet_hours: true,
  language: 'en',
};

async function open(changes: FakeRoutes = {}) {
  const user = userEvent.setup();
  const view = renderApp('/alert', { routes: { ...routes, ...changes } });
  const [opener] = await screen.findAllByRole('button', { name: 'Get Alerts' });
  await user.click(opener!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Get Alerts' }));
  return { user, dialog, ...view };
}

async function openForm(changes: FakeRoutes = {}) {
  const view = await open(changes);
  const form = within(await view.dialog.findByRole('form', { name: 'Warnings for your counties' }));
  const tellMe = () => view.user.click(form.getByRole('button', { name: 'Notify me' }));
  const addCounty = (name: string) =>
    view.user.selectOptions(form.getByRole('combobox', { name: 'Add a county' }), name);
  return { ...view, form, tellMe, addCounty };
}

const sent = (calls: SeenCall[]) =>
  calls
    .filter(({ method, path }) => `${method} ${path}` === subscribe)
    .map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>);

describe('notifications on this device', () => {
  it('asks for permission only on the button, and waits for the first notification', async () => {
    const browser = fakePush();
    const { tellMe, addCounty, dialog, calls, client } = await openForm({
      'POST /main/notifications/preferences': { data: { preferences, channel: 'push', state: 'confirmed' } },
    });
    await addCounty('Pulaski County');
    expect(browser.promptCount).toBe(0);
    await tellMe();
    expect(await dialog.findByText('A notification is about to appear on this device.')).toBeVisible();
    expect(browser.promptCount).toBe(1);
    expect(sent(calls)).toEqual([
      {
        push: { endpoint: 'https://push.example/1', ...fakeKeys },
        preferences: { ...preferences, kinds: [allKinds, ...notificationKinds] },
        consent_version: expect.stringMatching(/^[\w.-]+$/) as string,
      },
    ]);
    await confirmByWorker('manage');
    await act(() => client.refetchQueries({ queryKey: subscriptionQueryKey }));
    expect(await dialog.findByText('You’re all set.')).toBeVisible();
    expect(dialog.getByText('This device gets notifications for Pulaski County.')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Change' })).toHaveAttribute('href', '/subscription?token=manage');
  });

  it('explains what to do after permission was denied, and sends nothing', async () => {
    fakePush().permission = 'default';
    const { tellMe, addCounty, dialog, calls } = await openForm();
    await addCounty('Pulaski County');
    await tellMe();
    expect(await dialog.findByRole('alert')).toHaveTextContent("We can't notify you without your permission.");
    expect(sent(calls)).toEqual([]);
  });

  it("isn't offered without browser support, and says why", async () => {
    const { form } = await openForm();
    expect(form.getByRole('radio', { name: 'Notifications on this device' })).toBeDisabled();
    expect(form.getByText('This browser doesn’t support notifications from websites.')).toBeVisible();
    expect(form.getByRole('radio', { name: 'Email' })).toBeChecked();
  });

  it('shows the subscription, and ends it with one click', async () => {
    fakePush();
    await confirmByWorker('manage');
    const { user, dialog, calls } = await open({
      'POST /main/notifications/preferences': { data: { preferences, channel: 'push', state: 'confirmed' } },
      'POST /main/notifications/end': { data: null },
    });
    expect(
      await dialog.findByText(/Tornado and Flash flood\. Warnings only\. Quiet from 10:00 PM until 7:00 AM/),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Turn off' }));
    expect(await dialog.findByRole('form', { name: 'Warnings for your counties' })).toBeVisible();
    expect(calls.filter(({ path }) => path.endsWith('/end'))).toHaveLength(1);
    expect(await readRecord('told')).toBeUndefined();
  });

  it('says that the permission is gone, and offers email with the same choices', async () => {
    fakePush().permission = 'denied';
    await confirmByWorker('manage');
    const { user, dialog, calls } = await open({
      'POST /main/notifications/preferences': { data: { preferences, channel: 'push', state: 'confirmed' } },
    });
    expect(await dialog.findByText(/Notifications from this site are blocked in this browser/)).toBeVisible();
    await user.click(await dialog.findByRole('button', { name: 'Get warnings by email too' }));
    const form = within(await dialog.findByRole('form', { name: 'Warnings for your counties' }));
    expect(form.getByRole('radio', { name: 'Email' })).toBeChecked();
    await user.type(form.getByLabelText('Send warnings to'), 'nora@example.com');
    await user.click(form.getByRole('button', { name: 'Notify me' }));
    expect(await dialog.findByText('A message is on its way.')).toBeVisible();
    expect(sent(calls)).toEqual([
      { email: 'nora@example.com', preferences, consent_version: expect.any(String) as string },
    ]);
    // The device's own subscription stays.
    expect(await readRecord('told')).toEqual({ token: 'manage' });
  });

  it('asks again for a permission that the browser forgot', async () => {
    const browser = fakePush();
    await confirmByWorker('manage');
    const { user, dialog, calls } = await open({
      'POST /main/notifications/preferences': { data: { preferences, channel: 'push', state: 'confirmed' } },
      'POST /main/notifications/endpoint': { data: null },
    });
    await user.click(await dialog.findByRole('button', { name: 'Allow notifications' }));
    expect(await screen.findByText('This device gets notifications again.')).toBeVisible();
    expect(browser.promptCount).toBe(1);
    expect(calls.some(({ path }) => path === '/main/notifications/endpoint')).toBe(true);
    expect(dialog.queryByRole('button', { name: 'Allow notifications' })).not.toBeInTheDocument();
  });

  it('is told on any page, at the next visit, that warnings no longer arrive', async () => {
    const browser = fakePush();
    await confirmByWorker('manage');
    const user = userEvent.setup();
    renderApp('/terms', {
      routes: {
        ...routes,
        'POST /main/notifications/preferences': { data: { preferences, channel: 'push', state: 'confirmed' } },
      },
    });
    await screen.findByRole('heading', { level: 1, name: 'Terms of Use' });
    browser.permission = 'denied';
    await act(() => renewEndpoint());
    expect(screen.getByText('Our warnings no longer reach this device.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Fix my alerts' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Get Alerts' }));
    expect(await dialog.findByRole('button', { name: 'Get warnings by email too' })).toBeVisible();
  });

  it('shows the language of its messages, and changes it at once', async () => {
    fakePush();
    await confirmByWorker('manage');
    const { user, dialog, calls } = await open({
      'POST /main/notifications/preferences': { data: { preferences, channel: 'push', state: 'confirmed' } },
    });
    expect(await dialog.findByRole('radio', { name: 'English' })).toBeChecked();
    await user.click(dialog.getByRole('radio', { name: 'Español' }));
    expect(await screen.findByText('Your next alert will be in Spanish.')).toBeVisible();
    expect(dialog.getByRole('radio', { name: 'Español' })).toBeChecked();
    expect(dialog.getByRole('link', { name: 'Change' })).toHaveAttribute('href', '/es/subscription?token=manage');
    const changes = calls.flatMap(({ path, body }) =>
      path.endsWith('/preferences') ? [JSON.parse(String(body)) as { preferences?: object }] : [],
    );
    expect(changes.at(-1)).toEqual({ token: 'manage', preferences: { ...preferences, language: 'es' } });
  });

  it('warns when the browser blocks notifications', async () => {
    fakePush().permission = 'denied';
    await confirmByWorker('manage');
    const { dialog } = await open({
      'POST /main/notifications/preferences': { data: { preferences, channel: 'push', state: 'confirmed' } },
    });
    expect(await dialog.findByRole('alert')).toHaveTextContent('Allow them in its settings to see warnings');
  });

  it('forgets the subscription when it ended elsewhere', async () => {
    fakePush();
    await confirmByWorker('manage');
    const ended = { status: 409, body: { status: false, action: 'Ended', message: 'Ended', errors: [] } };
    const { dialog } = await open({ 'POST /main/notifications/preferences': ended });
    expect(await dialog.findByRole('form', { name: 'Warnings for your counties' })).toBeVisible();
    expect(await readRecord('told')).toBeUndefined();
  });
});

describe('the language of messages', () => {
  const browserIn = (language: string) => jest.spyOn(navigator, 'language', 'get').mockReturnValue(language);

  afterEach(() => jest.restoreAllMocks());

  it('is preselected by the browser, and the visitor may choose the other', async () => {
    browserIn('es-MX');
    const { user, form, tellMe, addCounty, calls } = await openForm();
    expect(form.getByRole('radio', { name: 'Español' })).toBeChecked();
    await addCounty('Pulaski County');
    await user.type(form.getByRole('textbox', { name: 'Send warnings to' }), 'nora@example.com');
    await tellMe();
    await waitFor(() => expect(sent(calls)).toMatchObject([{ preferences: { language: 'es' } }]));
  });

  it('is English in every other browser', async () => {
    browserIn('de-DE');
    const { form } = await openForm();
    expect(form.getByRole('radio', { name: 'English' })).toBeChecked();
  });
});

describe('the simple choices', () => {
  /** Files have no address in these tests. */
  const withMap: FakeRoutes = { 'GET /': { status: 200, body: mapOfArkansas } };

  it("fills in the county of the visitor's place, so that one button is left", async () => {
    fakePush();
    rememberLast({ lat: 34.7465, lon: -92.2896, name: 'Little Rock' });
    const { form, tellMe, calls, user } = await openForm(withMap);
    expect(await form.findByText('Pulaski County')).toBeVisible();
    expect(form.getByRole('radio', { name: 'Severe weather' })).toBeChecked();
    await user.click(form.getByRole('radio', { name: 'Everything' }));
    await tellMe();
    await waitFor(() =>
      expect(sent(calls)).toMatchObject([
        { preferences: { counties: ['05119'], min_level: 1, kinds: [allKinds, ...notificationKinds] } },
      ]),
    );
  });

  it('keeps removed what the visitor removed', async () => {
    rememberLast({ lat: 34.7465, lon: -92.2896, name: 'Little Rock' });
    const { form, user } = await openForm(withMap);
    await user.click(await form.findByRole('button', { name: 'Remove Pulaski County' }));
    await user.click(form.getByRole('radio', { name: 'Everything' }));
    expect(form.queryByRole('button', { name: 'Remove Pulaski County' })).not.toBeInTheDocument();
  });

  it('opens the folded choices to show their errors', async () => {
    const { form, user, tellMe, addCounty } = await openForm();
    await addCounty('Pulaski County');
    const kinds = within(form.getByRole('group', { name: 'Kinds of weather' }));
    for (const kind of kinds.getAllByRole('checkbox')) await user.click(kind);
    expect(form.getByText('Your own choice, under “More choices”.')).toBeVisible();
    await tellMe();
    expect(form.getByText('Please choose at least one type of weather.')).toBeVisible();
    await user.click(form.getByRole('radio', { name: 'Severe weather' }));
    expect(form.queryByText('Please choose at least one type of weather.')).not.toBeInTheDocument();
  });
});

describe('notifications by email', () => {
  it('sends the choices once, and explains what comes next', async () => {
    const { user, form, tellMe, addCounty, dialog, calls } = await openForm();
    await addCounty('Pulaski County');
    await addCounty('Faulkner County');
    await user.click(form.getByRole('button', { name: 'Remove Pulaski County' }));
    await user.click(form.getByRole('checkbox', { name: 'Winter weather' }));
    await user.click(form.getByRole('radio', { name: /tornado warnings only/ }));
    await user.click(form.getByRole('checkbox', { name: 'Quiet at night' }));
    await user.type(form.getByRole('textbox', { name: 'Send warnings to' }), ' ada@example.com ');
    await tellMe();
    expect(await dialog.findByText('A message is on its way.')).toBeVisible();
    const [body] = sent(calls);
    expect(body).toMatchObject({ email: 'ada@example.com', preferences: { counties: ['05045'], min_level: 4 } });
    expect(body?.['preferences']).not.toHaveProperty('quiet_from');
    expect((body?.['preferences'] as { kinds: string[] }).kinds).not.toContain('winter');
    const [call] = calls.filter(({ method, path }) => `${method} ${path}` === subscribe);
    expect(call?.headers['idempotency-key']).toBeTruthy();
    expect(call?.headers['x-form-check']).toMatch(/^0;\d+$/);
  });

  it("names missing input, and sends nothing before it's complete", async () => {
    const { user, form, tellMe, addCounty, calls } = await openForm();
    await tellMe();
    expect(form.getByText('Please choose at least one county.')).toBeVisible();
    expect(form.getByText('Please enter your email address.')).toBeVisible();
    await waitFor(() => expect(form.getByRole('group', { name: 'Counties' })).toHaveFocus());
    await addCounty('Pulaski County');
    expect(form.queryByText('Please choose at least one county.')).not.toBeInTheDocument();
    await user.type(form.getByRole('textbox', { name: 'Send warnings to' }), 'ada');
    await tellMe();
    expect(form.getByText('Please enter a valid email address.')).toBeVisible();
    expect(sent(calls)).toEqual([]);
  });

  it('keeps the input when sending fails', async () => {
    const failure = { status: 503, body: { status: false, action: 'Busy', message: 'Busy for a moment.', errors: [] } };
    const { user, form, tellMe, addCounty, dialog } = await openForm({ [subscribe]: failure });
    await addCounty('Pulaski County');
    await user.type(form.getByRole('textbox', { name: 'Send warnings to' }), 'ada@example.com');
    await tellMe();
    expect(await dialog.findByRole('alert')).toHaveTextContent('Busy for a moment.');
    expect(form.getByRole('textbox', { name: 'Send warnings to' })).toHaveValue('ada@example.com');
    expect(form.getByText('Pulaski County')).toBeVisible();
  });
});

describe('notifications by text message', () => {
  const withTexts = { 'GET /main/notifications/key': { data: { vapid_key: '', mail: true, sms: true } } };

  it("isn't offered when the site sends none", async () => {
    const { form } = await openForm();
    expect(form.queryByRole('radio', { name: 'Text messages' })).not.toBeInTheDocument();
  });

  it('shows the consent text, and accepts usual phone number formats', async () => {
    const { user, form, tellMe, addCounty, dialog, calls } = await openForm(withTexts);
    await addCounty('Pulaski County');
    await user.click(form.getByRole('radio', { name: 'Text messages' }));
    const phone = form.getByRole('textbox', { name: 'Text to this number' });
    expect(phone).toHaveAccessibleDescription(/Reply STOP to end/);
    await user.type(phone, '911');
    await tellMe();
    expect(form.getByText('Please enter a 10-digit US phone number.')).toBeVisible();
    await user.clear(phone);
    await user.type(phone, '(501) 555-0123');
    await tellMe();
    expect(await dialog.findByText('A message is on its way.')).toBeVisible();
    expect(sent(calls)).toMatchObject([{ phone: '+15015550123', preferences: { counties: ['05119'] } }]);
  });
});

describe("the visitor's location", () => {
  it("reports when the browser doesn't provide it", async () => {
    Object.defineProperty(navigator, 'geolocation', {
      configurable: true,
      value: {
        getCurrentPosition: (_found: unknown, failed: (error: object) => void) =>
          failed({ code: 1, PERMISSION_DENIED: 1 }),
      },
    });
    const { user, form, calls } = await openForm();
    await user.click(form.getByRole('button', { name: 'Use my location' }));
    expect(await form.findByText(/Choose your county from the list/)).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    Reflect.deleteProperty(navigator, 'geolocation');
  });
});

describe('a site without notifications', () => {
  it("says that it doesn't send warnings", async () => {
    const { dialog } = await open({
      'GET /main/notifications/key': { data: { vapid_key: '', mail: false, sms: false } },
    });
    expect(await dialog.findByText('This site doesn’t send warnings yet.')).toBeVisible();
  });

  it("says that sign-up isn't possible right now, and keeps the other options", async () => {
    const { dialog } = await open({ 'GET /main/notifications/key': 'network failure' });
    expect(await dialog.findByText('You can’t sign up for warnings right now.')).toBeVisible();
    expect(dialog.getByRole('heading', { name: 'From the National Weather Service' })).toBeVisible();
    expect(dialog.getByRole('heading', { name: 'Our newsletter' })).toBeVisible();
  });
});
