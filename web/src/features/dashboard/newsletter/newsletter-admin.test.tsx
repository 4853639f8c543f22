import type { Campaign, Newsletter, Subscriber } from '@site/proto/submissions/v1/newsletter.responses';
import { act, screen, waitFor, within } from '@testing-library/react';
import { isUnfinished } from '@/components/newsletter/campaign-progress.js';
import { buildPost } from '@/testing/builders.js';
import { buildCampaign, callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { collectSavedFiles } from '@/testing/saved-files.js';

const overview = 'GET /admin/main/newsletter';
const subscribersList = 'GET /admin/main/newsletter/subscribers';
const csv = 'GET /admin/main/newsletter/subscribers.csv';
const posts = 'GET /admin/main/post';
const start = 'POST /admin/main/newsletter/campaign';
const preview = 'POST /admin/main/newsletter/preview';
const progressOf = (id: string) => `GET /admin/main/newsletter/campaign/${id}`;

const counts: Newsletter['subscribers'] = {
  confirmed: 1_204,
  pending: 96,
  unsubscribed: 60,
  bounced: 30,
  complained: 10,
};
const buildSubscriber = (id: string, change: Partial<Subscriber> = {}): Subscriber => ({
  id,
  email: `${id}@example.com`,
  state: 'confirmed',
  frequency: 'all',
  signed_up_at: '2026-01-20T04:30:00Z',
  confirmed_at: '2026-01-20T12:00:00Z',
  consent_source: '',
  ...change,
});

const someReaders: Newsletter['readers'] = { each_mail: 1_200, weekly_mail: 4 };

function house({
  campaigns = [] as Campaign[],
  subscribers = [buildSubscriber('s1')],
  numbers = counts,
  readers = someReaders,
} = {}) {
  const state = { campaigns };
  const routes: FakeRoutes = {
    [overview]: () => ({
      data: {
        subscribers: numbers,
        readers,
        campaigns: state.campaigns,
        link_counts: false,
        import_confirmations: true,
      },
      next_cursor: null,
    }),
    [subscribersList]: ({ query }) => ({
      data: subscribers.filter(
        ({ state: is, email }) => (query.get('state') ?? is) === is && email.includes(query.get('q') ?? ''),
      ),
      next_cursor: null,
    }),
    [posts]: ({ query }) => ({
      data: [
        buildPost({ id: 'p1', title: 'Shelf clouds' }),
        buildPost({ id: 'p2', title: 'Ice on the roads', description: 'Stay at home.' }),
      ].filter(({ title }) => title.includes(query.get('q') ?? '')),
      next_cursor: null,
    }),
    [preview]: {
      data: {
        subject: 'Ice on the roads',
        html: '<body><p style="color:#1a2733;">Stay at home.</p></body>',
        text: 'Stay.',
        version: 4,
      },
    },
    [start]: ({ body }) => {
      const { post_id: postId } = JSON.parse(String(body)) as { post_id: string };
      const campaign = buildCampaign({
        id: 'new',
        post_id: postId,
        title: 'Ice on the roads',
        state: 'queued',
        recipients: 0,
        sent: 0,
        failed: 0,
        started_at: null,
        finished_at: null,
      });
      state.campaigns = [campaign, ...state.campaigns];
      return { data: campaign };
    },
  };
  return { routes, state };
}
const open = (routes: FakeRoutes) => openScreen('/dashboard/newsletter', routes);

describe('the subscribers', () => {
  it('show admins where an imported address consented', async () => {
    await open(house({ subscribers: [buildSubscriber('s1', { consent_source: 'County fair 2026' })] }).routes);
    expect(await screen.findByText('Consent: County fair 2026')).toBeVisible();
  });

  it('are counted by status, with a table behind the bar', async () => {
    await open(house().routes);
    const table = within(await screen.findByRole('table', { name: 'Subscribers by status' }));
    const rows = table.getAllByRole('row').slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['1,204', '86%'],
      ['96', '7%'],
      ['60', '4%'],
      ['30', '2%'],
      ['10', '1%'],
    ]);
    expect(rows[0]).toHaveTextContent('Confirmed');
  });

  it('are listed with status, frequency and dates, and filtered and searched by the server', async () => {
    const pending = buildSubscriber('s2', { state: 'pending', frequency: 'weekly', confirmed_at: null });
    const { user, calls } = await open(house({ subscribers: [buildSubscriber('s1'), pending] }).routes);
    const table = () => within(screen.getByRole('table', { name: 'Subscribers' }));
    const cells = async (email: RegExp) =>
      within((await screen.findByRole('cell', { name: email })).closest('tr')!)
        .getAllByRole('cell')
        .slice(1)
        .map((cell) => cell.textContent);
    expect(await cells(/s1@/)).toEqual(['Confirmed', 'Every email', 'January 19, 2026', 'January 20, 2026', '']);
    expect(await cells(/s2@/)).toEqual(['Not confirmed yet', 'One email a week', 'January 19, 2026', '–', '']);
    await user.selectOptions(screen.getByLabelText('Status'), 'Not confirmed yet');
    await waitFor(() => expect(table().getAllByRole('row')).toHaveLength(2));
    expect(callsTo(calls, subscribersList).at(-1)?.query.toString()).toBe('state=pending');
    await user.type(screen.getByLabelText('Search email addresses'), 'nobody');
    expect(await screen.findByText('No subscribers match.')).toBeVisible();
    expect(callsTo(calls, subscribersList).at(-1)?.query.toString()).toBe('state=pending&q=nobody');
  });

  it('show empty and error states', async () => {
    const { routes } = house({ subscribers: [] });
    const empty = await open(routes);
    expect(await screen.findByText(/No one has subscribed yet/)).toBeVisible();
    empty.unmount();
    routes[subscribersList] = failure(503, 'A part is down.');
    await open(routes);
    expect(await screen.findByText('We couldn’t load the subscribers. Try again.')).toBeVisible();
  });

  const saved = collectSavedFiles();
  it('are exported as a file, fetched with the token', async () => {
    const { routes } = house();
    routes[csv] = { status: 200, body: 'email,state' };
    const { user, calls } = await open(routes);
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toMatch(/^subscribers-\d{4}-\d{2}-\d{2}\.csv$/);
    expect(saved[0]?.href).toMatch(/^blob:/);
    expect(callsTo(calls, csv)[0]?.headers).toMatchObject({ authorization: 'Bearer t' });
  });

  it('show an error when the export fails', async () => {
    const { routes } = house();
    routes[csv] = failure(503, 'Down');
    const { user } = await open(routes);
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('We couldn’t export the subscribers. Try again.')).toBeVisible();
  });
});

describe('a complaint', () => {
  const complaint = 'POST /admin/main/newsletter/subscribers/s1/complaint';
  async function fetch(response: FakeRoutes[string]) {
    const subscribers = [buildSubscriber('s1'), buildSubscriber('s2', { state: 'complained' })];
    const { routes } = house({ subscribers });
    routes[complaint] = response;
    const app = await open(routes);
    await app.user.click(await screen.findByRole('button', { name: 'Complaint: s1@example.com' }));
    return { ...app, subscribers, routes };
  }
  const dialog = () => within(screen.getByRole('dialog', { name: 'Record a complaint?' }));

  it('asks first and does nothing without confirmation', async () => {
    const { user, calls } = await fetch({ data: null });
    expect(dialog().getByText('s1@example.com')).toBeVisible();
    expect(dialog().getByText(/never send anything to this address again/)).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Complaint: s1@example.com' })).toHaveFocus());
    expect(callsTo(calls, complaint)).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Complaint: s2@example.com' })).not.toBeInTheDocument();
  });

  it('is recorded once and shown in the list and figures', async () => {
    const { user, calls, subscribers } = await fetch(() => {
      subscribers[0] = buildSubscriber('s1', { state: 'complained' });
      return { data: subscribers[0] };
    });
    await user.dblClick(dialog().getByRole('button', { name: 'Yes, Never Send Again' }));
    expect(await screen.findByText('We’ll never email s1@example.com again.')).toBeVisible();
    expect(callsTo(calls, complaint)).toHaveLength(1);
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Complaint: s1@example.com' })).not.toBeInTheDocument(),
    );
    expect(callsTo(calls, overview).length).toBeGreaterThan(1);
    expect(screen.getByRole('heading', { name: 'Subscribers' })).toHaveFocus();
  });

  it('shows a busy state', async () => {
    const { user } = await fetch('no answer');
    await user.click(dialog().getByRole('button', { name: 'Yes, Never Send Again' }));
    expect(await dialog().findByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('shows an error and can be retried', async () => {
    const { user, routes } = await fetch(failure(503, 'A part is down.'));
    await user.click(dialog().getByRole('button', { name: 'Yes, Never Send Again' }));
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      "The complaint couldn't be saved. Try again.A part is down.",
    );
    routes[complaint] = { data: null };
    await user.click(dialog().getByRole('button', { name: 'Yes, Never Send Again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('the campaigns', () => {
  it('show their results', async () => {
    const mixed = buildCampaign({ recipients: 100, sent: 90, failed: 6, skipped: 4 });
    await open(house({ campaigns: [mixed] }).routes);
    const item = within(within(await screen.findByRole('list', { name: 'Campaigns' })).getByRole('listitem'));
    expect(item.getByText('Sent')).toBeVisible();
    expect(item.getByText('90 delivered')).toBeVisible();
    expect(item.getByText('6 failed')).toBeVisible();
    expect(item.getByText('4 skipped')).toBeVisible();
    expect(item.queryByText(/to go/)).not.toBeInTheDocument();
    expect(item.getByText(/took 2 minutes/)).toBeVisible();
    expect(item.getByRole('link', { name: /View the post/ })).toHaveAttribute('href', '/blogdetail?id=p1');
  });

  it('have no link if they contain more than one post', async () => {
    await open(house({ campaigns: [buildCampaign({ post_id: null })] }).routes);
    await screen.findByRole('list', { name: 'Campaigns' });
    expect(screen.queryByRole('link', { name: /View the post/ })).not.toBeInTheDocument();
  });

  it('are polled while being sent, and announced once per quarter', async () => {
    const sending = buildCampaign({ state: 'sending', recipients: 100, sent: 30, failed: 0, finished_at: null });
    const { routes, state } = house({ campaigns: [sending] });
    let now = sending;
    routes[progressOf('c1')] = () => ({ data: now });
    const { client } = await open(routes);
    const bar = await screen.findByRole('progressbar', { name: 'Sending “Shelf clouds”' });
    expect(bar).toHaveAttribute('aria-valuenow', '30');
    expect(bar).toHaveAttribute('aria-valuetext', 'Sent to 30 of 100 subscribers.');
    const message = () => screen.getByText(/is being sent:/);
    expect(message()).toHaveTextContent('“Shelf clouds” is being sent: 25% done.');
    now = { ...sending, sent: 49 };
    await act(() => client.refetchQueries({ queryKey: ['admin', 'campaign', 'c1'] }));
    await waitFor(() => expect(screen.getByText('49 delivered')).toBeVisible());
    expect(message()).toHaveTextContent('25% done');
    now = buildCampaign({ recipients: 100, sent: 100, failed: 0 });
    state.campaigns = [now];
    expect(isUnfinished(now)).toBe(false);
    await act(() => client.refetchQueries({ queryKey: ['admin', 'campaign', 'c1'] }));
    await waitFor(() => expect(screen.getByText('Sent')).toBeVisible());
    expect(screen.getByText('100 delivered')).toBeVisible();
  });

  it('show empty, loading and error states', async () => {
    const empty = await open(house().routes);
    expect(await screen.findByText(/Nothing has been sent yet/)).toBeVisible();
    empty.unmount();
    const { routes } = house();
    routes[overview] = 'no answer';
    const waiting = await open(routes);
    expect(screen.getByText('Loading the newsletter’s figures')).toBeInTheDocument();
    waiting.unmount();
    routes[overview] = failure(503, 'A part is down.');
    await open(routes);
    expect(await screen.findByText('We couldn’t load the newsletter’s figures. Try again.')).toBeVisible();
  });
});

describe('a new campaign', () => {
  async function selectFile(routes: FakeRoutes) {
    const app = await open(routes);
    await screen.findByRole('table', { name: 'Subscribers by status' });
    await app.user.click(screen.getByRole('button', { name: 'New campaign' }));
    await app.user.click(await screen.findByRole('radio', { name: /Ice on the roads/ }));
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    return app;
  }

  it('starts with a searchable choice of posts', async () => {
    const { user } = await open(house({ campaigns: [buildCampaign()] }).routes);
    await screen.findByRole('list', { name: 'Campaigns' });
    await user.click(screen.getByRole('button', { name: 'New campaign' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New campaign' }));
    expect(await dialog.findByRole('radio', { name: /Shelf clouds.*already sent/ })).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true');
    await user.type(dialog.getByLabelText('Search posts'), 'Ice');
    await waitFor(() => expect(dialog.getAllByRole('radio')).toHaveLength(1));
    await user.click(dialog.getByRole('radio'));
    expect(dialog.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-disabled');
  });

  it('shows the mail and the number of recipients, and is sent once', async () => {
    const { routes, state } = house();
    routes[progressOf('new')] = () => ({ data: state.campaigns[0] });
    const { user, calls } = await selectFile(routes);
    const dialog = within(await screen.findByRole('dialog', { name: 'Send this to 1,200 readers?' }));
    expect(
      dialog.getByText(
        "You can't take back an email that's been sent. Another 4 readers who chose one email a week get it with the weekly email.",
      ),
    ).toBeVisible();
    const mail = within(await dialog.findByRole('article', { name: 'Email' }));
    expect(mail.getByText('Ice on the roads')).toBeVisible();
    const frame = mail.getByTitle<HTMLIFrameElement>('The email on a phone, light');
    expect(frame).toHaveAttribute('sandbox', 'allow-same-origin');
    expect(frame.contentDocument?.body).toHaveTextContent('Stay at home.');
    expect(dialog.getByRole('button', { name: 'Back' })).toHaveFocus();
    await user.dblClick(dialog.getByRole('button', { name: 'Send to 1,200 readers' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(callsTo(calls, start)).toHaveLength(1);
    expect(JSON.parse(String(callsTo(calls, start)[0]?.body))).toEqual({
      post_id: 'p2',
      version: 4,
      subject: '',
      preheader: '',
      intro: '',
      reply_to: '',
    });
    expect(callsTo(calls, start)[0]?.headers['idempotency-key']).toBeTruthy();
    expect(screen.getByText('“Ice on the roads” is being sent.')).toBeVisible();
    expect(await screen.findByRole('progressbar', { name: 'Sending “Ice on the roads”' })).toBeVisible();
  });

  it('goes back without losing the choice', async () => {
    const { user, calls } = await selectFile(house().routes);
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('radio', { name: /Ice on the roads/ })).toBeChecked();
    expect(callsTo(calls, start)).toEqual([]);
  });

  it('shows a busy state', async () => {
    const { routes } = house();
    routes[start] = 'no answer';
    const { user } = await selectFile(routes);
    await user.click(await screen.findByRole('button', { name: 'Send to 1,200 readers' }));
    expect(await screen.findByRole('button', { name: 'Starting…' })).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('shows why it couldn’t be started, and can be retried', async () => {
    const { routes } = house();
    const working = routes[start]!;
    routes[start] = failure(409, 'This post is already being sent.');
    const { user, calls } = await selectFile(routes);
    await user.click(await screen.findByRole('button', { name: 'Send to 1,200 readers' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'We couldn’t start the campaign.This post is already being sent.',
    );
    routes[start] = working;
    await user.click(screen.getByRole('button', { name: 'Send to 1,200 readers' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const keys = callsTo(calls, start).map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
  });

  it('can’t be sent without recipients', async () => {
    const { user, calls } = await selectFile(house({ readers: { each_mail: 0, weekly_mail: 0 } }).routes);
    const dialog = within(await screen.findByRole('dialog', { name: 'There’s no one to send it to' }));
    await user.click(dialog.getByRole('button', { name: 'Send to 0 readers' }));
    expect(callsTo(calls, start)).toEqual([]);
  });

  it('uses the singular for one reader, and omits weekly mails without readers', async () => {
    await selectFile(house({ readers: { each_mail: 1, weekly_mail: 0 } }).routes);
    const dialog = within(await screen.findByRole('dialog', { name: 'Send this to 1 reader?' }));
    expect(dialog.getByText("You can't take back an email that's been sent.")).toBeVisible();
  });

  it('goes only into the weekly mail when all readers chose it', async () => {
    const { user, calls } = await selectFile(house({ readers: { each_mail: 0, weekly_mail: 1 } }).routes);
    const dialog = within(await screen.findByRole('dialog', { name: 'Add this to the weekly email?' }));
    expect(
      dialog.getByText(
        'No one gets every email. The 1 reader who chose one email a week gets it with the weekly email.',
      ),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add to the weekly email' }));
    await waitFor(() => expect(callsTo(calls, start)).toHaveLength(1));
  });

  it('reloads the number of readers when opened', async () => {
    const readers = { ...someReaders };
    const { routes } = house({ readers });
    const { user } = await open(routes);
    await screen.findByRole('table', { name: 'Subscribers by status' });
    readers.each_mail = 1_201;
    await user.click(screen.getByRole('button', { name: 'New campaign' }));
    await user.click(await screen.findByRole('radio', { name: /Ice on the roads/ }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('dialog', { name: 'Send this to 1,201 readers?' })).toBeVisible();
  });
});
