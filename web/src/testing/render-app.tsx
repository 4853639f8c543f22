import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate, type Location } from 'react-router-dom';
import { createQueryClient, Providers } from '../shell/app.js';
import { SiteRoutes } from '../shell/router.js';
import { fakeGateway, type FakeRoutes } from './fake-gateway.js';

interface RenderAppOptions {
  /** By "METHOD /path"; all others are a 404 in the envelope. */
  routes?: FakeRoutes;
  state?: unknown;
}

export interface TestRouter {
  readonly state: { readonly location: Location };
  navigate: (to: string) => void;
}

/** Renders the real site with a fake gateway; also returns all calls made. */
export function renderApp(path: string, { routes = {}, state }: RenderAppOptions = {}) {
  const calls = fakeGateway(routes);
  const client = createQueryClient();
  const { queries, mutations } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retry: false }, mutations });

  const seen: { location?: Location; navigate?: (to: string) => void } = {};
  function Watch() {
    const navigate = useNavigate();
    seen.location = useLocation();
    seen.navigate = (to) => void navigate(to);
    return null;
  }
  const router: TestRouter = {
    get state() {
      if (!seen.location) throw new Error('nothing has been rendered');
      return { location: seen.location };
    },
    navigate: (to) => seen.navigate?.(to),
  };

  const { pathname, search, hash } = new URL(path, 'http://localhost');
  const view = render(
    <MemoryRouter initialEntries={[{ pathname, search, hash, state }]}>
      <SiteRoutes />
      <Watch />
    </MemoryRouter>,
    { wrapper: ({ children }: { children: ReactNode }) => <Providers client={client}>{children}</Providers> },
  );
  return { ...view, calls, client, router };
}
