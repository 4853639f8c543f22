import type { EditedStormBanner } from '@site/proto/content/v1/storm-mode.responses';
import { screen, within } from '@testing-library/react';
import { buildOverview, callsTo, failure, openScreen } from '@/testing/dashboard.js';
import { buildContent } from '@/testing/builders.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { localTimeIn, localTimeOf } from './storm-mode.js';

const hour = 3_600_000;
const banner = (change: Partial<EditedStormBanner> = {}): EditedStormBanner => ({
  id: 'b1',
  text: 'Tornado near Mayflower',
  link_url: '/livecam',
  link_label: 'We are live',
  starts_at: new Date(Date.now() - hour).toISOString(),
  ends_at: new Date(Date.now() + 2 * hour).toISOString(),
  set_by: 'Edie Editor',
  ...change,
});
const address = '/admin/main/storm-banner';
const open = (routes: FakeRoutes) =>
  openScreen('/dashboard/home', { 'GET /admin/main/overview': { data: buildOverview() }, ...routes });
const card = () => screen.findByRole('region', { name: /storm (mode|banner is up)/i });

describe('storm mode', () => {
  it('is started from the home screen, empty except for its end', async () => {
    let active: EditedStormBanner | null = null;
    const { user, calls } = await open({
      [`GET ${address}`]: () => ({ data: active }),
      [`POST ${address}`]: () => {
        active = banner();
        return { data: active };
      },
    });
    await user.click(within(await card()).getByRole('button', { name: 'Storm mode' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Storm mode' }));
    const text = dialog.getByRole('textbox', { name: 'Text' });
    expect(text).toHaveFocus();
    expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue('');
    expect(dialog.getByRole('textbox', { name: 'Link text' })).toHaveValue('');
    await user.type(text, 'Tornado near Mayflower');
    expect(within(dialog.getByRole('figure', { name: 'Preview' })).getByText('Tornado near Mayflower')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: '6 hours' }));
    expect(dialog.getByLabelText('Until')).toHaveValue(localTimeIn(6));
    await user.click(dialog.getByRole('button', { name: 'Publish banner' }));
    expect(await screen.findByRole('region', { name: 'The storm banner is up' })).toHaveTextContent(
      /Tornado near Mayflower.*Published by Edie Editor .* ago, until/,
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const [call] = callsTo(calls, `POST ${address}`);
    expect(JSON.parse(String(call?.body))).toEqual({
      text: 'Tornado near Mayflower',
      link_url: '',
      link_label: '',
      ends_at: localTimeIn(6),
    });
    expect(call?.headers['idempotency-key']).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Storm banner' })).toHaveTextContent('Storm banner until');
  });

  it.each([
    ['no cameras', {}, 'Radar', '/map'],
    [
      'a video channel',
      { video_channel_url: 'https://video.example/live' },
      'Live coverage',
      'https://video.example/live',
    ],
    ['cameras', { livecam_urls: ['https://cams.example/1'] }, 'Live cameras', '/livecam'],
  ])('offers three templates that match a site with %s', async (_what, site, name, link) => {
    const content = buildContent();
    const { user } = await open({
      [`GET ${address}`]: { data: null },
      'GET /main/home': { data: { ...content, site: { ...content.site, ...site } } },
    });
    await user.click(within(await card()).getByRole('button', { name: 'Storm mode' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Storm mode' }));
    const templates = within(dialog.getByRole('group', { name: 'Start from:' }));
    await user.click(await templates.findByRole('button', { name }));
    expect(templates.getAllByRole('button')).toHaveLength(3);
    expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
    await user.click(templates.getByRole('button', { name: 'Take shelter' }));
    expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Tornado warning: take shelter now.');
    expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue('/weather');
  });

  it('keeps what was typed when the dialog closes by accident, but not on Cancel', async () => {
    const { user } = await open({ [`GET ${address}`]: { data: null } });
    const start = within(await card()).getByRole('button', { name: 'Storm mode' });
    await user.click(start);
    await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'Stay inside');
    await user.keyboard('{Escape}');
    await user.click(start);
    expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveValue('Stay inside');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(start);
    expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveValue('');
  });

  it('shows errors at their fields and keeps the input', async () => {
    const { user, calls } = await open({
      [`GET ${address}`]: { data: null },
      [`POST ${address}`]: failure(400, 'Bad', [{ field: 'ends_at', message: 'The end must be in the future' }]),
    });
    await user.click(within(await card()).getByRole('button', { name: 'Storm mode' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Storm mode' }));
    await user.click(dialog.getByRole('button', { name: 'Publish banner' }));
    expect(await dialog.findByText('Text is required')).toBeVisible();
    expect(callsTo(calls, `POST ${address}`)).toEqual([]);
    await user.type(dialog.getByRole('textbox', { name: 'Text' }), 'Stay inside');
    await user.click(dialog.getByRole('button', { name: 'Publish banner' }));
    expect(await dialog.findByText('The end must be in the future')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Stay inside');
  });

  it('is edited with the current values filled in', async () => {
    const active = banner({ link_url: null, link_label: '' });
    const { user } = await open({ [`GET ${address}`]: { data: active } });
    await user.click(within(await card()).getByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the storm banner' }));
    expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(active.text);
    expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue('');
    expect(dialog.getByLabelText('Until')).toHaveValue(localTimeOf(Date.parse(active.ends_at)));
  });

  it('is ended after a confirmation, also from the reminder above every screen', async () => {
    let active: EditedStormBanner | null = banner();
    const { user, calls } = await open({
      [`GET ${address}`]: () => ({ data: active }),
      [`POST ${address}/end`]: () => {
        active = null;
        return { data: null };
      },
    });
    const line = await screen.findByRole('region', { name: 'Storm banner' });
    await user.click(within(line).getByRole('button', { name: 'End' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, End It' }));
    expect(await screen.findByRole('region', { name: 'Storm mode' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Storm banner' })).not.toBeInTheDocument();
    expect(callsTo(calls, `POST ${address}/end`)).toHaveLength(1);
  });

  it('says that its state is unknown instead of claiming there is none', async () => {
    await open({ [`GET ${address}`]: failure(503, 'A part is down.') });
    expect(await screen.findByText('We can’t tell whether a storm banner is up right now.')).toBeVisible();
  });

  it('opens from every screen for an editor, and is not shown to a moderator', async () => {
    const { user } = await openScreen('/dashboard/roles', { [`GET ${address}`]: { data: null } }, 'editor');
    const [button] = screen.getAllByRole('button', { name: 'Storm mode' });
    await user.click(button as HTMLElement);
    expect(await screen.findByRole('dialog', { name: 'Storm mode' })).toBeVisible();
  });
});
