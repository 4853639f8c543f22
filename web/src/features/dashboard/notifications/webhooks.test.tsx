import type { Notifications } from '@site/proto/notifications/v1/deliveries.responses';
import { allKinds, notificationKinds } from '@site/domain/notifications/kinds';
import type { Webhook } from '@site/proto/notifications/v1/webhooks.responses';
import type { WebhookInput } from '@site/proto/notifications/v1/webhooks.schema';
import { counties } from '@site/regions/counties';
import { screen, waitFor, within } from '@testing-library/react';
import { callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';

const list = 'GET /admin/main/notifications/webhooks';
const create = 'POST /admin/main/notifications/webhooks';
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const overview: Notifications = {
  channels: [],
  kill_switch: { paused: false, reason: '', by: '', at: '' },
  delivery: { periods: [], warnings: [], since: null, stuck_since: null },
};
const buildWebhook = (change: Partial<Webhook> = {}): Webhook => ({
  id: 'w1',
  name: 'Pulaski County OEM',
  host: 'alerts.pulaski.example',
  counties: ['05119', '05045'],
  kinds: ['tornado', 'flash_flood'],
  min_level: 3,
  created_at: '2026-11-20T21:00:00Z',
  last_ok_at: null,
  last_error: null,
  last_error_at: null,
  ...change,
});

/** Fakes a gateway that keeps added webhooks. */
function house(webhooks: Webhook[] = []) {
  const state = { webhooks };
  const routes: FakeRoutes = {
    'GET /admin/main/notifications/overview': { data: overview },
    'GET /admin/main/notifications/dispatches': { data: [], next_cursor: null },
    [list]: () => ({ data: { webhooks: state.webhooks } }),
    [create]: ({ body }) => {
      const { name, url, counties: fips, kinds, min_level } = JSON.parse(String(body)) as WebhookInput;
      const webhook = buildWebhook({ id: 'new', name, host: new URL(url).host, counties: fips, kinds, min_level });
      state.webhooks = [webhook, ...state.webhooks];
      return { data: { webhook, secret } };
    },
  };
  for (const { id } of webhooks)
    routes[`DELETE /admin/main/notifications/webhooks/${id}`] = () => {
      state.webhooks = state.webhooks.filter((one) => one.id !== id);
      return { data: null };
    };
  return { routes, state };
}
async function open(routes: FakeRoutes) {
  const app = await openScreen('/dashboard/notifications', routes);
  const card = within(await screen.findByRole('region', { name: 'Webhooks' }));
  return { ...app, card };
}
async function openForm(routes: FakeRoutes) {
  const app = await open(routes);
  await app.user.click(app.card.getByRole('button', { name: 'Add a webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a webhook' }));
  const submit = () => app.user.click(dialog.getByRole('button', { name: 'Add webhook' }));
  return { ...app, dialog, submit };
}
const sentTo = (calls: SeenCall[], address: string) =>
  callsTo(calls, address).map(({ body }) => JSON.parse(String(body)) as unknown);

describe('the webhooks', () => {
  it('are listed with their filters and last successful delivery', async () => {
    const lastOk = { last_ok_at: new Date().toISOString() };
    const full = { counties: counties.map(({ fips }) => fips), kinds: [...notificationKinds], min_level: 1 };
    const { card } = await open(house([buildWebhook(), buildWebhook({ id: 'w2', ...full, ...lastOk })]).routes);
    const [first, second] = await card.findAllByRole('listitem');
    expect(first).toHaveTextContent('Pulaski County OEMalerts.pulaski.example');
    expect(first).toHaveTextContent('Faulkner, Pulaski. Tornado, Flash flood. Warnings only.');
    expect(first).toHaveTextContent('no successful delivery yet');
    expect(second).toHaveTextContent(
      'All of Arkansas. All kinds of weather. Everything, advisories and statements included.',
    );
    expect(second).toHaveTextContent('last successful delivery');
  });

  it('say why the last call failed, and what to do', async () => {
    const error =
      'It redirects to https://new.example/in (status 301). Change the address: add a webhook with the new one, then delete this one.';
    const failing = buildWebhook({ last_error: error, last_error_at: new Date().toISOString() });
    const { card } = await open(house([failing, buildWebhook({ id: 'w2' })]).routes);
    const [first, second] = await card.findAllByRole('listitem');
    expect(first).toHaveTextContent(`The last call failed. ${error} First seen just now.`);
    expect(second).not.toHaveTextContent('failed');
  });

  it('show empty and error states while the rest of the screen stays', async () => {
    const { card, unmount } = await open(house().routes);
    expect(await card.findByText('No webhooks yet.')).toBeVisible();
    unmount();
    const broken = await open({ ...house().routes, [list]: failure(503, 'A part is down.') });
    expect(await broken.card.findByText('We couldn’t load the webhooks. Try again.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Warnings are being sent' })).toBeVisible();
  });

  it('are limited to a hundred', async () => {
    const all = Array.from({ length: 100 }, (_, number) => buildWebhook({ id: `w${number}` }));
    const { user, card } = await open(house(all).routes);
    expect(await card.findByText('You’ve reached the limit of 100 webhooks.')).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Add a webhook' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a new webhook', () => {
  it('is validated before anything is sent', async () => {
    const { user, dialog, submit, calls } = await openForm(house().routes);
    await user.type(dialog.getByLabelText('Address'), 'http://alerts.pulaski.example/');
    await submit();
    for (const text of ['Name is required', 'Address must be an https address', 'Please choose at least one county'])
      expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByLabelText('Name')).toHaveFocus();
    expect(callsTo(calls, create)).toEqual([]);
  });

  it('is sent for every kind, also later ones, if all boxes are ticked', async () => {
    const { user, dialog, submit, calls, card } = await openForm(house().routes);
    await user.type(dialog.getByLabelText('Name'), 'Saline OEM');
    await user.type(dialog.getByLabelText('Address'), 'https://saline.example/in');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Add a county' }), 'Saline County');
    await submit();
    await screen.findByRole('dialog', { name: 'Webhook secret' });
    expect(sentTo(calls, create)).toMatchObject([{ kinds: [allKinds, ...notificationKinds] }]);
    await waitFor(() =>
      expect(card.getByRole('listitem', { hidden: true })).toHaveTextContent('All kinds of weather.'),
    );
  });

  it('is sent once and shows its secret once', async () => {
    const { user, dialog, submit, calls, card } = await openForm(house().routes);
    await user.type(dialog.getByLabelText('Name'), 'Saline OEM');
    await user.type(dialog.getByLabelText('Address'), 'https://saline.example/in?key=1');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Add a county' }), 'Saline County');
    for (const kind of ['Heat and cold', 'Other alerts'])
      await user.click(dialog.getByRole('checkbox', { name: kind }));
    await user.click(dialog.getByRole('radio', { name: 'Watches and warnings' }));
    await submit();
    const visible = within(await screen.findByRole('dialog', { name: 'Webhook secret' }));
    expect(visible.getByText(secret)).toBeVisible();
    expect(sentTo(calls, create)).toEqual([
      {
        name: 'Saline OEM',
        url: 'https://saline.example/in?key=1',
        counties: ['05125'],
        min_level: 2,
        kinds: notificationKinds.filter((kind) => kind !== 'heat_cold' && kind !== 'other'),
      },
    ]);
    expect(callsTo(calls, create)[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    await user.click(visible.getByRole('button', { name: 'Copy the secret' }));
    expect(await navigator.clipboard.readText()).toBe(secret);
    // Escape must not discard the secret.
    await user.keyboard('{Escape}');
    expect(visible.getByText(secret)).toBeVisible();
    await user.click(visible.getByRole('button', { name: 'I’ve saved it' }));
    await waitFor(() => expect(screen.queryByText(secret)).not.toBeInTheDocument());
    expect(await card.findByRole('heading', { name: 'Saline OEM' })).toBeVisible();
    expect(screen.queryByText(/key=1/)).not.toBeInTheDocument();
  });

  it('selects all counties with one button, and can deselect them', async () => {
    const { user, dialog, submit, calls } = await openForm(house().routes);
    await user.type(dialog.getByLabelText('Name'), 'State');
    await user.type(dialog.getByLabelText('Address'), 'https://state.example/');
    await user.click(dialog.getByRole('button', { name: 'All 75' }));
    await user.click(dialog.getByRole('button', { name: 'Remove Pulaski County' }));
    await submit();
    await screen.findByText(secret);
    const [sent] = sentTo(calls, create) as WebhookInput[];
    expect(sent?.counties).toHaveLength(74);
    expect(sent?.counties).not.toContain('05119');
  });

  it('shows the server’s errors at their fields and keeps the input', async () => {
    const { routes } = house();
    const message = 'The address is not a public one.';
    routes[create] = failure(400, message, [{ field: 'url', message }]);
    const { user, dialog, submit } = await openForm(routes);
    await user.type(dialog.getByLabelText('Name'), 'Inside');
    await user.type(dialog.getByLabelText('Address'), 'https://10.0.0.1/');
    await user.click(dialog.getByRole('button', { name: 'All 75' }));
    await submit();
    expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.getByLabelText('Name')).toHaveValue('Inside');
    expect(dialog.getByText('Pulaski County')).toBeVisible();
  });

  it('shows an error when adding fails', async () => {
    const { routes } = house();
    routes[create] = failure(503, 'A part is down.');
    const { user, dialog, submit } = await openForm(routes);
    await user.type(dialog.getByLabelText('Name'), 'State');
    await user.type(dialog.getByLabelText('Address'), 'https://state.example/');
    await user.click(dialog.getByRole('button', { name: 'All 75' }));
    await submit();
    expect(await dialog.findByRole('alert')).toHaveTextContent('We couldn’t add the webhook. Try again.');
  });
});

describe('deleting a webhook', () => {
  it('asks first and removes it', async () => {
    const { user, card } = await open(house([buildWebhook()]).routes);
    await user.click(await card.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this webhook?' }));
    expect(dialog.getByText('Pulaski County OEM')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await card.findByText('No webhooks yet.')).toBeVisible();
    expect(screen.getByText('Deleted Pulaski County OEM.')).toBeVisible();
  });

  it('keeps it on failure', async () => {
    const { routes } = house([buildWebhook()]);
    routes['DELETE /admin/main/notifications/webhooks/w1'] = failure(503, 'A part is down.');
    const { user, card } = await open(routes);
    await user.click(await card.findByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByText('We couldn’t delete it. Try again.')).toBeVisible();
    expect(card.getByText('Pulaski County OEM')).toBeInTheDocument();
  });
});
