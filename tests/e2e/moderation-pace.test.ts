import { expect, test, type Page } from '@playwright/test';
import sharp from 'sharp';
import { until } from '@site/platform/testing/until';
import { violationsIn } from '../support/axe.js';
import { desktop } from '../support/browser.js';
import { useSite } from '../support/site.js';

const photoCount = 20;

test.describe('moderation at pace', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000', SAMPLE_CONTENT: 'no' } });

  /** Makes unique pictures, so that none counts as a duplicate. */
  const createImage = (number: number) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
          <rect width="1200" height="900" fill="hsl(${number * 18},60%,60%)"/>
          <circle cx="${100 + ((number * 397) % 1000)}" cy="${100 + ((number * 211) % 700)}" r="${90 + number * 12}" fill="#123"/>
          <rect x="${(number * 613) % 1000}" y="${(number * 331) % 700}" width="260" height="${80 + number * 20}" fill="#fed"/>
        </svg>`,
      ),
    )
      .jpeg()
      .toBuffer();

  async function send(number: number, email = `sender${number}@example.org`) {
    const form = new FormData();
    const fields = { first_name: `Sender${number}`, last_name: 'Field', email };
    for (const [name, value] of Object.entries({ ...fields, location: 'Conway', comment: '' })) form.set(name, value);
    form.set('snapshot_file_path', new Blob([await createImage(number)], { type: 'image/jpeg' }), 'photo.jpg');
    const response = await fetch(`${site.product.url}/main/snapshot/create`, { method: 'POST', body: form });
    expect([response.status, response.ok ? '' : await response.text()]).toEqual([201, '']);
  }

  async function signIn(): Promise<{ page: Page; read: () => Promise<Lists> }> {
    const page = await site.browser.newPage({ viewport: desktop });
    await page.goto(`${site.product.url}/dashboard/login`);
    await page.getByLabel('Email Address').fill(site.product.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(site.product.admin.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/dashboard/home');
    const token = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('userData') ?? '{}') as { token: string }).token,
    );
    const read = async () => {
      const headers = { Authorization: `Bearer ${token}` };
      const response = await fetch(`${site.product.url}/admin/main/snapshot`, { headers });
      return ((await response.json()) as { data: Lists }).data;
    };
    return { page, read };
  }

  interface Lists {
    approvedSnapshots: { email: string }[];
    pendingSnapshots: { email: string; picture: { state: string } }[];
  }
  const serverVersion = (list: { email: string }[]) => list.filter(({ email }) => /^sender\d+@/.test(email));

  test('decides on twenty photos with twenty keys and few calls', async () => {
    for (let number = 0; number < photoCount; number += 1) await send(number);
    const { page, read } = await signIn();
    await until(
      'the photos to be prepared',
      async () => {
        const pending = (await read()).pendingSnapshots.filter(({ picture: { state } }) => state === 'ready');
        return serverVersion(pending).length === photoCount;
      },
      120_000,
    );
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/admin/main/snapshot/')) calls.push(request.url());
    });
    await page.goto(`${site.product.url}/dashboard/snapshot?tab=pending&q=sender`);
    await page
      .getByRole('button', { name: /^Open the photo by/ })
      .first()
      .click();
    await page.locator('[data-review]:focus img').first().waitFor();

    const began = Date.now();
    for (let decided = 0; decided < photoCount; decided += 1) {
      await page.getByText(`Photo ${decided + 1} of ${photoCount}`).waitFor();
      await page.keyboard.press(decided % 4 === 3 ? 'r' : 'a');
    }
    await page.getByRole('dialog', { name: 'All done' }).waitFor();
    await page.getByText('15 photos approved, 5 rejected.').waitFor();
    const seconds = ((Date.now() - began) / 1_000).toFixed(1);

    await until('all of it to be done', async () => {
      const { approvedSnapshots, pendingSnapshots } = await read();
      return serverVersion(approvedSnapshots).length === 15 && serverVersion(pendingSnapshots).length === 0;
    });
    expect(calls.length).toBeLessThanOrEqual(10);
    process.stdout.write(`${photoCount} photos by keyboard: ${seconds} s, ${calls.length} calls\n`);
    await page.close();
  });

  test('takes the last decision back: the photo is pending again, and nobody sees it', async () => {
    await send(photoCount);
    const { page, read } = await signIn();
    const email = `sender${photoCount}@example.org`;
    const isIn = (list: { email: string }[]) => list.some((one) => one.email === email);
    await until(
      'the photo to be prepared',
      async () => (await read()).pendingSnapshots.some((one) => one.email === email && one.picture.state === 'ready'),
      60_000,
    );
    await page.goto(`${site.product.url}/dashboard/snapshot?tab=pending&q=${email}`);
    await page.getByRole('button', { name: /^Open the photo by/ }).click();
    await page.locator('[data-review]:focus').waitFor();
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'All done' }).waitFor();
    await until('the approval to arrive', async () => isIn((await read()).approvedSnapshots));
    await page.keyboard.press('u');
    await page.getByText(/is pending again/).waitFor();
    await until('the photo to wait', async () => isIn((await read()).pendingSnapshots));
    const home = await (await fetch(`${site.product.url}/main/snapshots`)).text();
    expect(home).not.toContain(`Sender${photoCount}`);
    await page.close();
  });

  test('reuses a reason, shows what else the sender sent, and lists past decisions', async () => {
    const numbers = [photoCount + 1, photoCount + 2];
    for (const number of numbers) await send(number, 'often@example.org');
    const { page, read } = await signIn();
    await until(
      'both photos to be prepared',
      async () =>
        (await read()).pendingSnapshots.filter(
          ({ email, picture: { state } }) => email === 'often@example.org' && state === 'ready',
        ).length === 2,
      60_000,
    );
    await page.goto(`${site.product.url}/dashboard/snapshot?tab=pending&q=often@example.org`);
    const openFirst = () =>
      page
        .getByRole('button', { name: /^Open the photo by/ })
        .first()
        .click();
    await openFirst();
    await page.getByText('Other photos from this address: 0 approved, 0 rejected, 1 pending').waitFor();
    await page.getByRole('button', { name: 'Reject with a reason…' }).click();
    const question = page.getByRole('dialog', { name: 'Reject Request?' });
    await question.getByLabel('Reason (optional)').fill('The photo is blurred.');
    await question.getByText('Saved reasons').click();
    await question.getByLabel('Save this reason as').fill('Blurred');
    await question.getByRole('button', { name: 'Save', exact: true }).click();
    await question.getByText('Saved reasons (1)').waitFor();
    await question.getByRole('button', { name: 'Yes, Reject' }).click();
    await page.getByText('Other photos from this address: 0 approved, 1 rejected, 0 pending').waitFor();
    await page.getByText('Photo 2 of 2').waitFor();
    await page.getByRole('button', { name: 'Reject with a reason…' }).click();
    await question.getByText('Saved reasons (1)').click();
    await question.getByRole('button', { name: /^Blurred/ }).click();
    expect(await question.getByLabel('Reason (optional)').inputValue()).toBe('The photo is blurred.');
    await question.getByRole('button', { name: 'Yes, Reject' }).click();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('tab', { name: 'Decisions' }).click();
    const decisions = page.getByRole('list', { name: 'Decisions' }).getByRole('listitem');
    await decisions.filter({ hasText: 'Reason: The photo is blurred.' }).nth(1).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.close();
  });
});
