import { render } from '@testing-library/react';
import { ApiError } from '../api/api.js';
import { FailureText } from './action-dialog.js';

const said = (serverMessage: string) => new ApiError(503, serverMessage, '', [], { serverMessage });

describe('the text of an error', () => {
  it.each([
    ['The same sentence.', 'The same sentence.', 'The same sentence.'],
    [
      'Failed to delete snapshot. Please try again.',
      'Failed to delete snapshot',
      'Failed to delete snapshot. Please try again.',
    ],
    ['It failed. Please try again.', 'It failed. Please try again later.', 'It failed. Please try again.'],
    ['It failed.', 'The store is away.', 'It failed.The store is away.'],
    ['It failed. Please try again.', 'It failed twice.', 'It failed. Please try again.It failed twice.'],
  ])('shows a message that both share once: %s + %s', (text, server, expected) => {
    const { container } = render(<FailureText text={text} error={said(server)} />);
    expect(container).toHaveTextContent(new RegExp(`^${expected.replaceAll('.', '\\.')}$`));
  });
});
