import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LongText } from './facts.js';

describe('a text in a list', () => {
  it('is shown whole when it is short', () => {
    render(<LongText text={'a'.repeat(150)} />);
    expect(screen.getByText('a'.repeat(150))).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('is collapsed when it is long, and expands on click', async () => {
    const user = userEvent.setup();
    const { container } = render(<LongText text={'🌪'.repeat(500)} />);
    expect(container).toHaveTextContent(/^🌪{140}… Show all$/u);
    await user.click(screen.getByRole('button', { name: 'Show all', expanded: false }));
    expect(container).toHaveTextContent(/^🌪{500} Show less$/u);
    await user.click(screen.getByRole('button', { name: 'Show less', expanded: true }));
    expect(container).toHaveTextContent(/… Show all$/);
  });
});
