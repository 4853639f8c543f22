import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ToastProvider, useToast } from '../toast.js';
import { Dialog } from './dialog.js';

function Desk() {
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
    const person = userEvent.setup({ pointerEventsCheck: 0 });
    render(
      <ToastProvider>
        <Desk />
      </ToastProvider>,
    );
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await person.click(await screen.findByLabelText('Dismiss message'));
    expect(screen.queryByText('Saved.')).toBeNull();
    expect(screen.getByRole('dialog', { name: 'A message' })).toBeTruthy();

    await person.click(screen.getByTestId('beside'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
