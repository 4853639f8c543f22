import type { Segments } from '@site/proto/notifications/v1/subscriptions.responses';
import { counties } from '@site/regions/counties';
import { screen, waitFor, within } from '@testing-library/react';
import { failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';

const open = (segments: FakeRoutes[string]) =>
  openScreen('/dashboard/notifications', {
    'GET /admin/main/notifications/overview': failure(503, 'A part is down.'),
    'GET /admin/main/notifications/dispatches': { data: [], next_cursor: null },
    'GET /admin/main/notifications/segments': segments,
  });
const some: Segments = {
  kinds: [
    { name: 'tornado', count: 1_200 },
    { name: 'flash_flood', count: 3 },
  ],
  counties: counties.map(({ fips }, index) => ({ name: fips, count: 500 - index })),
};
const rows = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

it('shows the number of subscribers by kind and county', async () => {
  const { user } = await open({ data: some });
  expect(await rows('By kind')).toEqual(['Tornado1,200', 'Flash flood3']);
  expect(await rows('By county')).toHaveLength(10);
  expect((await rows('By county'))[0]).toBe(`${counties[0]?.name}500`);
  await user.click(screen.getByRole('button', { name: `Show all ${counties.length}` }));
  expect(await rows('By county')).toHaveLength(counties.length);
});

it('shows empty and error states', async () => {
  const noPrincipalId = await open({ data: { kinds: [], counties: [] } });
  expect(await screen.findByText('No one has confirmed yet.')).toBeVisible();
  noPrincipalId.unmount();
  await open(failure(503, 'A part is down.'));
  await waitFor(() => expect(screen.getAllByText('We couldn’t load the figures. Try again.')).toHaveLength(2));
});
