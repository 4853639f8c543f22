import { screen, waitFor, within } from '@testing-library/react';
import { openScreen } from '@/testing/dashboard.js';

const routes = {
  'GET /admin/main/storm-banner': { data: null },
  'GET /admin/main/post': { data: [], next_cursor: null },
  'GET /admin/main/faqs': { data: [], next_cursor: null },
};
const openRoles = (role = 'admin') => openScreen('/dashboard/roles', routes, role);

describe('keyboard shortcuts', () => {
  it('are listed on a question mark, those of the role only', async () => {
    const { user } = await openRoles('editor');
    await user.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(dialog.getByText('Open Blog Post').closest('li')).toHaveTextContent('GP');
    expect(dialog.queryByText('Open Newsletter')).not.toBeInTheDocument();
  });

  it('open the posts on G, then P', async () => {
    const { user, router } = await openRoles();
    await user.keyboard('gp');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/blog'));
  });

  it('don’t leave the role’s screens, and don’t act while the user types', async () => {
    const { user, router } = await openScreen('/dashboard/faq', routes, 'editor');
    await user.keyboard('gn');
    await user.click(await screen.findByRole('button', { name: 'Add New FAQ' }));
    await user.type(await screen.findByLabelText('Question'), 'gp?');
    expect(screen.getByLabelText('Question')).toHaveValue('gp?');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(router.state.location.pathname).toBe('/dashboard/faq');
  });

  it('can be turned off', async () => {
    const { user, router } = await openRoles();
    await user.keyboard('?');
    await user.click(await screen.findByRole('checkbox', { name: /^Use shortcuts without/ }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('gp?');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/dashboard/roles');
  });
});
