import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ToastProvider, useToast } from '../toast.js';
import { Dialog } from './dialog.js';

function PostEditor() {
  const toast = useToast();
  const [open, setOpen] = useState(true);
  return (
    <>
      <p data-testid="beside">Beside</p>
      <Dialog open={open} onClose={() => setOpen(false)} title="A message">
        <button type="button" onClick={() => toast('Saved.')}>
          Save
        </button>
      </Dialog>
    </>
  );
}

describe('a dialog', () => {
  it('stays open when a toast above it is dismissed, and closes on a click outside', async () => {
    // In a browser the rest of the page ignores clicks; jsdom needs this option.
    const user = userEvent.setup({ pointerEventsCheck: 0 });
    render(
      <ToastProvider>
        <PostEditor />
      </ToastProvider>,
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByLabelText('Dismiss message'));
    expect(screen.queryByText('Saved.')).toBeNull();
    expect(screen.getByRole('dialog', { name: 'A message' })).toBeTruthy();

    await user.click(screen.getByTestId('beside'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
