import { permissions } from '@site/domain/roles';
import { screen, within } from '@testing-library/react';
import { openScreen } from '@/testing/dashboard.js';

const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) });
const marksOf = (name: string) =>
  within(row(name))
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

describe('the roles table', () => {
  it('lists permissions of every role, in words for screen readers', async () => {
    await openScreen('/dashboard/roles', {});
    const table = screen.getByRole('table', { name: 'Permissions by role' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Permission', 'Admin', 'Editor', 'Moderator']);
    expect(within(table).getAllByRole('rowheader')).toHaveLength(Object.keys(permissions).length);
    expect(marksOf('Write, preview')).toEqual(['Yes', 'Yes', 'No']);
    expect(marksOf('Approve and reject photos')).toEqual(['Yes', 'No', 'Yes']);
    expect(marksOf('Send the newsletter')).toEqual(['Yes', 'No', 'No']);
    expect(marksOf('Manage their own')).toEqual(['Yes', 'Yes', 'Yes']);
  });

  it('is open to editors and marks their role', async () => {
    await openScreen('/dashboard/roles', {}, 'editor');
    expect(screen.getByText('Editor', { selector: 'dt' })).toHaveTextContent('Editor (you)');
  });
});
