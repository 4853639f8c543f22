import { expect, test, type Page } from '@playwright/test';
import { violationsIn } from '../support/axe.js';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';
import { transferredBytes } from '../support/transferred-bytes.js';

/** Brotli; what opening a post loads, except what other screens load as well. */
const maxEditorBytes = 160_000;

test.describe('the list of posts', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  async function signedIn(viewport = desktop): Promise<Page> {
    const page = await (await site.browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage();
    await page.goto(`${site.product.url}/dashboard/login`);
    await page.getByLabel('Email Address').fill(site.product.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(site.product.admin.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/dashboard/home');
    await page.goto(`${site.product.url}/dashboard/blog`);
    return page;
  }
  const text = (page: Page) => page.getByRole('textbox', { name: 'Description' });
  const nameOf = (page: Page) =>
    page.evaluate(() => (JSON.parse(localStorage.getItem('userData') ?? '{}') as { name: string }).name);
  const item = (page: Page, title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, level: 2 }) });
  const titles = (page: Page) =>
    page.getByRole('group', { name: 'Blog Posts' }).getByRole('heading', { level: 2 }).allInnerTexts();

  async function begin(page: Page) {
    await page.getByRole('button', { name: 'Create New' }).click();
    await text(page).waitFor();
  }
  async function backToList(page: Page) {
    await page.getByRole('link', { name: 'All posts' }).click();
    await page.getByLabel('Search posts').waitFor();
  }

  test('loads the editor only with a post, and at most 160 kB of it', async () => {
    const page = await signedIn();
    const scripts = new Set<string>();
    page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()));
    for (const screen of ['newsletter', 'media', 'faq', 'blog'])
      await page.goto(`${site.product.url}/dashboard/${screen}`, { waitUntil: 'networkidle' });
    const others = new Set(scripts);
    await begin(page);
    await page.waitForLoadState('networkidle');
    const ofEditor = await Promise.all([...scripts].filter((url) => !others.has(url)).map(transferredBytes));
    const sum = ofEditor.reduce((all, bytes) => all + bytes, 0);
    expect(sum).toBeGreaterThan(50_000);
    expect(sum).toBeLessThanOrEqual(maxEditorBytes);
    await page.context().close();
  });

  test('shows a draft by its first words, author and time, and keeps none without content', async () => {
    const page = await signedIn();
    await page.getByText(/ posts?, last edited first$/).waitFor();
    const before = await titles(page);
    await begin(page);
    await backToList(page);
    await page.reload();
    await page.getByText(/ posts?, last edited first$/).waitFor();
    expect(await titles(page)).toEqual(before);
    await begin(page);
    await text(page).click();
    await page.keyboard.type('A wall cloud near Conway');
    await page.getByText(/^Autosaved \d/).waitFor();
    await backToList(page);
    const draft = item(page, 'A wall cloud near Conway');
    await draft.getByText(new RegExp(`^Autosaved .* by ${await nameOf(page)}$`)).waitFor();
    await draft.getByRole('button', { name: 'Edit' }).click();
    await text(page).getByText('A wall cloud near Conway').waitFor();
    await page.context().close();
  });

  for (const [where, viewport] of [
    ['a desktop', desktop],
    ['a phone', phone],
  ] as const)
    test(`publishes, tags, unlists and deletes several posts as a list, and filters and sorts them, on ${where}`, async () => {
      const page = await signedIn(viewport);
      const one = `Zebra ${where}`;
      const two = `Ant ${where}`;
      const untitled = `No title ${where}`;
      for (const title of [one, two, '']) {
        await begin(page);
        if (title) await page.getByLabel('Blog Title').fill(title);
        await text(page).click();
        await page.keyboard.type(title ? 'Some words.' : untitled);
        await page.keyboard.press('Control+s');
        await page
          .getByText(/^Saved \d/)
          .first()
          .waitFor();
        await backToList(page);
      }
      await page.getByRole('button', { name: 'List', exact: true }).click();
      await page.reload();
      await page.getByRole('button', { name: 'List', exact: true, pressed: true }).waitFor();
      expect(await violationsIn(page)).toEqual([]);
      const bar = page.getByRole('group', { name: 'Selected posts' });
      const select = async (...names: string[]) => {
        for (const name of names) await item(page, name).getByRole('checkbox').check();
      };

      await select(one, two, untitled);
      await bar.getByRole('button', { name: 'Publish 3' }).click();
      const publishing = page.getByRole('dialog', { name: 'Publish 3 Posts?' });
      await publishing.getByRole('button', { name: 'Yes, Publish' }).click();
      const rejected = page.getByRole('dialog', { name: 'Publish 1 Post?' });
      await rejected.getByText(`“${untitled}”: Title is required`).waitFor();
      await rejected.getByRole('button', { name: 'Cancel' }).click();
      await item(page, one).getByText('Published', { exact: true }).waitFor();
      await item(page, untitled).getByText('Draft', { exact: true }).waitFor();
      await bar.getByRole('button', { name: 'Clear the selection' }).click();

      await select(one, two);
      await bar.getByRole('button', { name: 'Tag 2' }).click();
      await page.getByLabel('Tag', { exact: true }).fill(`tag of ${where}`);
      await page.getByRole('button', { name: 'Yes, Tag' }).click();
      await item(page, two).getByText(`tag of ${where}`).waitFor();
      await item(page, two).getByText('Published', { exact: true }).waitFor();

      await page.getByLabel('Filter by tag').selectOption(`tag of ${where}`);
      await page.getByLabel('Filter by author').selectOption(await nameOf(page));
      await page.getByLabel('Sort').selectOption('By title');
      await page.getByText('2 posts, by title').waitFor();
      expect(await titles(page)).toEqual([two, one]);

      await select(one, two);
      await bar.getByRole('button', { name: 'Unlist 2' }).click();
      await page.getByRole('button', { name: 'Yes, Unlist' }).click();
      await item(page, one).getByText('Unlisted', { exact: true }).waitFor();
      await item(page, two).getByText('Unlisted', { exact: true }).waitFor();

      await select(one, two);
      await bar.getByRole('button', { name: 'Delete 2' }).click();
      await page.getByRole('button', { name: 'Yes, Delete' }).click();
      await page.getByText('No posts have this author and tag.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await item(page, two).waitFor();
      await page.context().close();
    });
});
