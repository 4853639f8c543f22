import { publicRoutes } from '@site/domain/public-pages';

const provided: Partial<Record<string, string>> = { ':county': 'pulaski', ':office': 'LZK', ':alertId': 'unknown' };

/** A post's address without its slug only redirects. */
export const visitedRoutes = publicRoutes.filter((route) => route !== '/blogdetail');

/** Returns the address of a route with content of the running product; of other pages, as it is. */
export async function addressOfRoute(site: string, route: string): Promise<string> {
  const list = async <Item>(path: string) => ((await (await fetch(site + path)).json()) as { data: Item }).data;
  if (route === '/warning/:eventKey') {
    const { alerts } = await list<{ alerts: { event_key: string }[] }>('/main/weather/alerts');
    return `/warning/${encodeURIComponent(alerts[0]?.event_key ?? '')}`;
  }
  if (route === '/blog/:slug') return `/blog/${(await list<{ slug: string }[]>('/main/post?limit=1'))[0]?.slug ?? ''}`;
  return route.replace(/:\w+/, (name) => provided[name] ?? name);
}
