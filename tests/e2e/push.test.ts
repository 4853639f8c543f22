import { expect, test } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { deliverPush, visibleNotifications, tapNotification, type DisplayFields } from '../support/pushes.js';
import { useSite } from '../support/site.js';
import { useVisitor } from '../support/visitor.js';

/** Notifications as Chromium shows them while the page is closed. */

test.describe('when a push comes', () => {
  const site = useSite();
  const visitor = useVisitor(site);
  const { visit, untilCached } = visitor;

  const push = (notification: object) =>
    deliverPush(visitor.page, visitor.releases.url, JSON.stringify({ web_push: 8030, notification }));
  const visible = () => visibleNotifications(visitor.page);
  const tap = () => tapNotification(visitor.context);
  const untilVisible = (what: string, is: (all: DisplayFields[]) => boolean) =>
    until(what, async () => is(await visible()), 30_000);

  const square = [-92.4, -92.1].flatMap((lon) => [34.6, 34.9].map((lat) => [lon, lat]));
  const warning = (revision: number, title = 'Tornado Warning: Pulaski County') => ({
    title,
    body: 'Until 6:45 PM. Take shelter now.',
    navigate: '/warning/KLZK.TO.W.0042.2026',
    tag: 'event',
    lang: 'en-US',
    data: { revision, county: 'pulaski', polygon: [[square[0], square[2], square[3], square[1]]] },
  });

  /** Stores the place as the page does. */
  const settle = (place: { lat: number; lon: number }) =>
    visitor.page.evaluate(
      (lockedRows) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('place', 1);
          opening.onupgradeneeded = () => void opening.result.createObjectStore('place');
          opening.onerror = () => reject(new Error('no store'));
          opening.onsuccess = () => {
            const writing = opening.result.transaction('place', 'readwrite');
            writing.objectStore('place').put(lockedRows, 'mine');
            writing.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        }),
      place,
    );

  test.beforeEach(async () => {
    await visitor.context.grantPermissions(['notifications'], { origin: visitor.releases.url });
    await visit();
  });

  test('shows it, replaces it by the newer one alone, keeps the county, and the tap opens the warning', async () => {
    await push(warning(2));
    await untilVisible('the warning', ([first]) => first?.title === 'Tornado Warning: Pulaski County');
    await push(warning(3, 'Now more dangerous'));
    await untilVisible('the newer one', (all) => all.length === 1 && all[0]?.revision === 3);
    await push(warning(1, 'An old one'));
    await push({ ...warning(1, 'Another event'), tag: 'another' });
    await untilVisible('the other event', (all) => all.some(({ tag }) => tag === 'another'));
    expect((await visible()).find(({ tag }) => tag === 'event')?.title).toBe('Now more dangerous');
    await untilCached(1, '/now/pulaski');
    expect(new URL(await tap()).pathname).toBe('/warning/KLZK.TO.W.0042.2026');
  });

  test('says whether it is about the place of this phone, which stays on it', async () => {
    await settle({ lat: 34.75, lon: -92.29 });
    await push(warning(1));
    await untilVisible('the warning here', ([first]) => /^At your place\. /.test(first?.body ?? ''));
    await settle({ lat: 35.2, lon: -92.29 });
    await push(warning(2));
    await untilVisible('the warning elsewhere', ([first]) => /^21 miles from your place\. /.test(first?.body ?? ''));
  });

  test('shows something even for a push that makes no sense', async () => {
    await push({ title: 7, navigate: 'https://elsewhere.example/' });
    await untilVisible('something', ([first]) => first?.title === 'Arkansas Weather');
    expect(await tap()).toBe(`${visitor.releases.url}/now`);
  });
});
