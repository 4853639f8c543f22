import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrintButton, PrintNote } from './print.js';

const styles = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8');

it('prints the page', async () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  render(<PrintButton label="Print the week" />);
  await userEvent.click(screen.getByRole('button', { name: 'Print the week' }));
  expect(print).toHaveBeenCalledTimes(1);
  print.mockRestore();
});

it('shows on paper when it was printed', () => {
  jest.useFakeTimers({ now: new Date('2026-11-22T18:00:00Z') });
  try {
    render(<PrintNote source="National Weather Service." />);
    const note = screen.getByText(
      /^National Weather Service\. Printed Sunday, November 22, 2026 at 12:00 PM CST from localhost/,
    );
    jest.setSystemTime(new Date('2026-11-22T18:45:00Z'));
    act(() => {
      fireEvent(window, new Event('beforeprint'));
    });
    expect(note).toHaveTextContent('12:45 PM CST');
    expect(note).toHaveClass('hidden', 'print:block');
  } finally {
    jest.useRealTimers();
  }
});

it("has print-only rules in the site's style sheet", () => {
  expect(styles('styles.css')).toContain("@import './print.css';");
  const rules = styles('print.css')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .trim();
  expect(rules).toMatch(/^@media print \{[\s\S]*\}$/);
});
