import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { InstallOffer } from './install-offer.js';
import { listenForInstallation } from './app-install.js';

/** A browser with an install prompt; `respondedAt` counts how often the page showed it. */
function browserAsks() {
  let respondedAt = 0;
  const event = new Event('beforeinstallprompt', { cancelable: true });
  Object.assign(event, { prompt: async () => void (respondedAt += 1) });
  act(() => void window.dispatchEvent(event));
  return { event, respondedAt: () => respondedAt };
}

beforeEach(() => listenForInstallation());
afterEach(() => {
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  Reflect.deleteProperty(navigator, 'standalone');
});

it("offers nothing in browsers that can't install sites", () => {
  const { container } = render(<InstallOffer />);
  expect(container).toBeEmptyDOMElement();
});

it("defers the browser's prompt until the visitor asks for it, once", async () => {
  render(<InstallOffer />);
  const { event, respondedAt } = browserAsks();
  expect(event.defaultPrevented).toBe(true);
  expect(respondedAt()).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  await waitFor(() => expect(respondedAt()).toBe(1));
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('shows the steps on an iPhone, but not once the site is on the home screen', () => {
  Object.assign(navigator, { standalone: false });
  const { unmount } = render(<InstallOffer />);
  expect(screen.getByText(/tap Share, then “Add to Home Screen\.”/)).toBeVisible();
  unmount();
  Object.assign(navigator, { standalone: true });
  render(<InstallOffer />);
  expect(screen.queryByText(/Add to Home Screen/)).not.toBeInTheDocument();
});
