import type { FailedJob, Jobs } from '@site/proto/jobs/v1/jobs.responses';
import { act, screen, waitFor, within } from '@testing-library/react';
import { callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { jobsQuery } from './jobs.js';

const address = 'GET /admin/main/jobs';
const buildFailed = (id: string, change: Partial<FailedJob> = {}): FailedJob => ({
  queue: 'mail',
  id,
  name: 'send-confirmation',
  payload: { subscriberId: 's1' },
  reason: 'The mail server does not answer.',
  attempts: 5,
  failed_at: new Date(Date.now() - 7_200_000).toISOString(),
  ...change,
});
const buildJobs = (change: Partial<Jobs> = {}): Jobs => ({
  queues: [{ name: 'mail', waiting: 4, active: 1, delayed: 0, failed: 0, oldest_waiting_age_seconds: 12 }],
  outbox: [
    { service: 'content', unprocessed: 0, oldest_age_seconds: 0 },
    { service: 'auth', unprocessed: null, oldest_age_seconds: null },
  ],
  failed: [],
  ...change,
});
const retryOf = (id: string) => `POST /admin/main/jobs/mail/${id}/retry`;

/** Fakes a gateway that drops retried jobs from the list. */
function house(failed: FailedJob[]) {
  const state = { failed };
  const routes: FakeRoutes = { [address]: () => ({ data: buildJobs({ failed: state.failed }) }) };
  for (const { id } of failed) {
    routes[retryOf(id)] = () => {
      state.failed = state.failed.filter((job) => job.id !== id);
      return { data: null };
    };
  }
  return { routes, state };
}

describe('the jobs', () => {
  it('show every queue and outbox in a table', async () => {
    await openScreen('/dashboard/jobs', { [address]: { data: buildJobs() } });
    const queues = within(await screen.findByRole('table', { name: 'Queues' }));
    expect(queues.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'QueueWaitingActiveDelayedFailed',
      'Mail4100',
      'The oldest has waited 12 seconds',
    ]);
    const outbox = within(screen.getByRole('table', { name: 'Outbox' }));
    expect(outbox.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'ServicePendingOldest',
      'Content0–',
      'Auth––',
    ]);
    expect(screen.getByRole('heading', { name: 'No failed jobs' })).toBeVisible();
  });

  it('say what failed, why, how often and when', async () => {
    const { user } = await openScreen('/dashboard/jobs', house([buildFailed('j1')]).routes);
    const region = within(await screen.findByRole('region', { name: 'Failed jobs' }));
    const item = region.getByRole('listitem');
    expect(item).toHaveTextContent('Send confirmation');
    expect(item).toHaveTextContent('The mail server does not answer.');
    expect(item).toHaveTextContent('Queue mail, 5 attempts, failed 2 hours ago');
    await user.click(within(item).getByText('Details'));
    expect(within(item).getByText(/"subscriberId": "s1"/)).toBeVisible();
    expect(region.getByText('1 job failed after several attempts.')).toBeVisible();
    expect(region.queryByRole('button', { name: 'Retry all' })).not.toBeInTheDocument();
  });

  it('are retried one by one', async () => {
    const { routes } = house([buildFailed('j1'), buildFailed('j2', { name: 'send-campaign' })]);
    const { user, calls } = await openScreen('/dashboard/jobs', routes);
    const [retry] = await screen.findAllByRole('button', { name: 'Retry' });
    expect(retry).toHaveAccessibleDescription('Send confirmation');
    await user.click(retry!);
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1));
    expect(callsTo(calls, retryOf('j1'))).toHaveLength(1);
    expect(callsTo(calls, retryOf('j2'))).toHaveLength(0);
    expect(screen.getByText('Send confirmation is being retried.')).toBeVisible();
  });

  it('are all retried together; failures are counted', async () => {
    const { routes } = house([buildFailed('j1'), buildFailed('j2'), buildFailed('j3')]);
    routes[retryOf('j2')] = failure(503, 'Down');
    const { user } = await openScreen('/dashboard/jobs', routes);
    await user.click(await screen.findByRole('button', { name: 'Retry all' }));
    expect(await screen.findByText('1 job couldn’t be put back in the queue.')).toBeVisible();
    expect(screen.getByText('2 jobs are being retried.')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1));
  });

  it('are no longer counted as failed once retried one by one', async () => {
    const { routes, state } = house([buildFailed('j1'), buildFailed('j2')]);
    const retryJob = routes[retryOf('j1')]!;
    routes[retryOf('j1')] = failure(503, 'Down');
    const { user } = await openScreen('/dashboard/jobs', routes);
    await user.click(await screen.findByRole('button', { name: 'Retry all' }));
    expect(await screen.findByText('1 job couldn’t be put back in the queue.')).toBeVisible();
    routes[retryOf('j1')] = retryJob;
    state.failed = [...state.failed, buildFailed('j3')];
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(/couldn’t be put back/)).not.toBeInTheDocument());
    expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1);
  });

  it('show busy and error states of a retry', async () => {
    const { routes } = house([buildFailed('j1')]);
    routes[retryOf('j1')] = 'no answer';
    const { user } = await openScreen('/dashboard/jobs', routes);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    await user.click(retry);
    expect(await screen.findByRole('button', { name: 'Trying again…' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('say why a retry failed', async () => {
    const { routes } = house([buildFailed('j1')]);
    routes[retryOf('j1')] = failure(503, 'The queue does not answer.');
    const { user } = await openScreen('/dashboard/jobs', routes);
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'We couldn’t put the job back in the queue.The queue does not answer.',
    );
  });

  it('are polled every 5 seconds, but not without a session', async () => {
    const routes: FakeRoutes = { [address]: { data: buildJobs() } };
    const { client } = await openScreen('/dashboard/jobs', routes);
    await screen.findByRole('table', { name: 'Queues' });
    const intervalNow = () => {
      const query = client.getQueryCache().find({ queryKey: jobsQuery.queryKey });
      const { refetchInterval } = query?.observers[0]?.options ?? {};
      return typeof refetchInterval === 'function' && query ? refetchInterval(query) : refetchInterval;
    };
    expect(intervalNow()).toBe(5_000);
    routes[address] = failure(401, 'Your session has ended.');
    await act(() => client.refetchQueries({ queryKey: jobsQuery.queryKey }));
    expect(intervalNow()).toBe(false);
  });

  it('show loading and error states', async () => {
    const { unmount } = await openScreen('/dashboard/jobs', { [address]: 'no answer' });
    expect(screen.getByText('Loading the jobs')).toBeInTheDocument();
    unmount();
    await openScreen('/dashboard/jobs', { [address]: failure(503, 'A part is down.') });
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the jobs.A part is down.');
  });
});
