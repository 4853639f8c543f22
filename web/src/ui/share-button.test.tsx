import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ShareButton } from './share-button.js';

const url = new URL('/blogdetail?id=1', window.location.href).href;
const button = () => screen.getByRole('button');

/** A share sheet with this outcome; none without an argument. */
function givenSheet(end?: () => Promise<void>) {
  const share = end && jest.fn(end);
  if (share) Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  return share;
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
});

async function press() {
  const user = userEvent.setup();
  render(<ShareButton path="/blogdetail?id=1" label="Share this post" title="Hail" />);
  await user.click(button());
}

it("shares the link by the device's share sheet", async () => {
  const share = givenSheet(() => Promise.resolve());
  await press();
  expect(share).toHaveBeenCalledWith({ url, title: 'Hail' });
  expect(button()).toHaveTextContent('Share this post');
});

it('does nothing when the sheet is closed', async () => {
  givenSheet(() => Promise.reject(new DOMException('closed', 'AbortError')));
  await press();
  expect(button()).toHaveTextContent('Share this post');
});

it.each<[string, (() => Promise<void>) | undefined]>([
  ['there is no sheet', undefined],
  ['the sheet refuses', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
])('copies the link when %s, and says so', async (_case, end) => {
  givenSheet(end);
  await press();
  expect(await screen.findByText('Link copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(url);
});
