import { expect, test, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { until } from '@site/platform/testing/until';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

/** Writing a post: no typed text is lost, and readers see what was published. */

const wordsFromWord =
  '<html><head><style>p{color:red}</style></head><body><h1>From a word processor</h1>' +
  "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>First point</p>" +
  '<p class=MsoNormal>A <b>bold</b> word, <a href="https://example.com/hail">a link</a> ' +
  'and <a href="javascript:alert(1)">a trap</a>.</p></body></html>';

/** Whether a click at the middle of its left edge would reach it. */
const isUncovered = (one: Locator) =>
  one.evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 8, top + height / 2));
  });

test.describe('the writing desk', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  async function signedIn(path: string, viewport = desktop): Promise<Page> {
    const page = await (await site.browser.newContext({ viewport })).newPage();
    await page.goto(`${site.product.url}/dashboard/login`);
    await page.getByLabel('Email Address').fill(site.product.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(site.product.admin.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/dashboard/home');
    await page.goto(site.product.url + path);
    return page;
  }

  const text = (page: Page) => page.getByRole('textbox', { name: 'Description' });
  const title = (page: Page) => page.getByLabel('Blog Title');
  const tool = (page: Page, name: string) =>
    page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });

  async function begin(page: Page, words: string): Promise<string> {
    await page.getByRole('button', { name: 'Create New' }).click();
    await page.waitForURL('**/dashboard/blog?post=*');
    await text(page).waitFor();
    await title(page).fill(words);
    return page.url().slice(site.product.url.length);
  }

  const autosaved = (page: Page) => page.getByText(/^Autosaved \d/).waitFor();
  const save = async (page: Page) => {
    await page.keyboard.press('Control+s');
    await page
      .getByText(/^Saved \d/)
      .first()
      .waitFor();
  };
  async function publish(page: Page, button: string) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByText(/^(Published “|“.*” will be published)/).waitFor();
  }

  const paste = (page: Page, html: string, plain: string) =>
    text(page).evaluate(
      (box, provided) => {
        const clipboardData = new DataTransfer();
        if (provided.html) clipboardData.setData('text/html', provided.html);
        clipboardData.setData('text/plain', provided.plain);
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      { html, plain },
    );

  test('never lets two tabs of the same editor overwrite each other', async () => {
    const first = await signedIn('/dashboard/blog');
    const path = await begin(first, 'Two tabs');
    await autosaved(first);
    const second = await first.context().newPage();
    await second.goto(site.product.url + path);
    await title(second).waitFor();
    await title(first).fill('Two tabs: the first');
    await autosaved(first);
    await title(second).fill('Two tabs: the second');
    await second.getByText(/^You’re editing this post in another tab or on another device, too/).waitFor();
    await second.getByRole('button', { name: 'See the other version' }).click();
    await second.getByRole('dialog', { name: 'The other version' }).locator('del', { hasText: 'first' }).waitFor();
    await second.keyboard.press('Escape');
    await second.getByRole('button', { name: 'Keep my version' }).click();
    await autosaved(second);
    await title(first).fill('Two tabs: the first again');
    await first.getByText(/^You’re editing this post in another tab or on another device, too/).waitFor();
    await first.getByRole('button', { name: 'Use the other version' }).click();
    expect(await title(first).inputValue()).toBe('Two tabs: the second');
    await first.getByRole('button', { name: 'Restore the previous text' }).click();
    expect(await title(first).inputValue()).toBe('Two tabs: the first again');
    await first.context().close();
  });

  test('makes a post of headings, lists, links and pictures that readers see at its own address and in the feed', async () => {
    const page = await signedIn('/dashboard/blog');
    await begin(page, 'Shelf clouds explained');
    await text(page).click();
    // Markdown shortcuts are converted.
    await page.keyboard.type('## What to look for\n- A low wedge\nWind before rain\n\n');
    await page.keyboard.type('More at the ');
    await page.keyboard.type('gallery');
    for (let letter = 0; letter < 'gallery'.length; letter += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Control+k');
    const link = page.getByRole('dialog', { name: 'Link' });
    await link.getByLabel('Link to').fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await link.getByText(/^Enter a web address/).waitFor();
    await link.getByLabel('Link to').fill('/snapshots');
    await page.keyboard.press('Enter');
    await link.waitFor({ state: 'hidden' });
    await page.keyboard.press('End');

    await tool(page, 'Picture from the library').click();
    const picker = page.getByRole('dialog', { name: 'Choose a picture' });
    await picker.getByRole('button', { name: 'Upload a picture' }).click();
    const buffer = await sharp({ create: { width: 1_200, height: 800, channels: 3, background: '#357' } })
      .jpeg()
      .toBuffer();
    await picker.locator('input[type=file]').setInputFiles({ name: 'cloud.jpg', mimeType: 'image/jpeg', buffer });
    await picker.getByLabel('Alt text').fill('A shelf cloud over fields');
    await picker.getByRole('button', { name: 'Upload and choose' }).click();
    await picker.waitFor({ state: 'hidden' });
    await text(page).getByText('Alt text: A shelf cloud over fields').waitFor();

    await autosaved(page);
    await page.reload();
    await page.getByText(/has been restored\.$/).waitFor();
    await text(page).getByRole('heading', { name: 'What to look for', level: 2 }).waitFor();
    expect(await title(page).inputValue()).toBe('Shelf clouds explained');
    await publish(page, 'Publish');

    const reader = await site.browser.newPage({ viewport: phone });
    await until('readers to see the post', async () => {
      await reader.goto(`${site.product.url}/blog/shelf-clouds-explained`);
      return reader
        .getByRole('heading', { name: 'What to look for', level: 2 })
        .waitFor({ timeout: 4_000 })
        .then(
          () => true,
          () => false,
        );
    });
    await reader.getByRole('listitem').filter({ hasText: 'Wind before rain' }).waitFor();
    expect(await reader.getByRole('main').getByRole('link', { name: 'gallery' }).getAttribute('href')).toBe(
      '/snapshots',
    );
    // Pictures are processed while the post is already public.
    await until(
      'readers to see the picture',
      async () => {
        await reader.reload();
        return reader
          .getByRole('img', { name: 'A shelf cloud over fields' })
          .waitFor({ timeout: 4_000 })
          .then(
            () => true,
            () => false,
          );
      },
      90_000,
    );
    await until('the post in the feed', async () =>
      (await (await fetch(`${site.product.url}/feed.xml`)).text()).includes('Shelf clouds explained'),
    );
    await Promise.all([reader.close(), page.close()]);
  });

  test('takes a paste from a word processor without what a post has not, and refuses one that is too long', async () => {
    const page = await signedIn('/dashboard/blog');
    await begin(page, 'Pasted');
    await text(page).click();
    await paste(page, wordsFromWord, 'From a word processor');
    await text(page).getByRole('heading', { name: 'From a word processor', level: 2 }).waitFor();
    await text(page).getByRole('listitem').filter({ hasText: 'First point' }).waitFor();
    expect(await text(page).locator('strong').allTextContents()).toEqual(['bold']);
    expect(await text(page).locator('a').allTextContents()).toEqual(['a link']);
    expect(await text(page).innerText()).toContain('a trap');

    await paste(page, '', 'x'.repeat(50_000));
    await page.getByText(/characters longer than the limit of 50,000/).waitFor();
    await paste(page, '', 'x'.repeat(2 * 1024 * 1024 + 1));
    await page.getByText(/^What you pasted is larger than 2 MB/).waitFor();
    expect(await text(page).innerText()).not.toContain('xxx');
    await page.close();
  });

  test('loses the words of neither when a post is written at two places', async () => {
    const lockedRows = await signedIn('/dashboard/blog');
    const path = await begin(lockedRows, 'Shared');
    await text(lockedRows).click();
    await lockedRows.keyboard.type('Both know this.');
    await save(lockedRows);
    const other = await signedIn(path);
    await text(other).getByText('Both know this.').waitFor();
    await text(other).click();
    await other.keyboard.press('Control+End');
    await other.keyboard.type(' The other knows more.');
    await save(other);

    await text(lockedRows).click();
    await lockedRows.keyboard.press('Control+End');
    await lockedRows.keyboard.type(' I know more.');
    await lockedRows.keyboard.press('Control+s');
    await lockedRows.getByText(/of this post after you opened it/).waitFor();
    await lockedRows.getByRole('button', { name: 'See the other version' }).click();
    const comparison = lockedRows.getByRole('dialog', { name: 'The other version' });
    await comparison.locator('del').first().waitFor();
    await lockedRows.keyboard.press('Escape');
    await lockedRows.getByRole('button', { name: 'Keep my version' }).click();
    await lockedRows.getByText(/of this post after you opened it/).waitFor({ state: 'hidden' });
    await lockedRows.getByRole('button', { name: 'Versions' }).click();
    // The draft, and three saves.
    await lockedRows.getByRole('button', { name: 'Compare version 4' }).waitFor();
    await lockedRows.getByRole('button', { name: 'Compare version 3' }).click();
    await lockedRows.getByRole('dialog', { name: 'Version 3' }).getByText('other').first().waitFor();
    await Promise.all([lockedRows.close(), other.close()]);
  });

  test('schedules a post by the clocks of Arkansas, and shows a draft by a secret link until that is stopped', async () => {
    const page = await signedIn('/dashboard/blog');
    await begin(page, 'Winter is near');
    await text(page).click();
    await page.keyboard.type('Salt the steps.');
    await page.getByRole('radio', { name: /Schedule/ }).check();
    await page.getByLabel('Date and time').fill('2020-01-01T07:30');
    await page.getByText(/^This time is past/).waitFor();
    await page.getByLabel('Date and time').fill('2099-12-01T07:30');
    await publish(page, 'Schedule');
    await page.getByText('Scheduled for December 1, 2099 at 7:30 AM CST').waitFor();
    expect(await (await fetch(`${site.product.url}/main/post`)).text()).not.toContain('Winter is near');

    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const preview = await opened;
    await preview.getByText('Salt the steps.').waitFor();
    await page.getByRole('button', { name: 'Revoke all preview links' }).click();
    await page.getByText('The preview links have been revoked.').waitFor();
    await preview.reload();
    await preview.getByText('Salt the steps.').waitFor({ state: 'detached' });
    await Promise.all([preview.close(), page.close()]);
  });

  test('loses nothing when the content service is killed while somebody types, and the page is reloaded', async () => {
    const page = await signedIn('/dashboard/blog', phone);
    await begin(page, 'Typed through a crash');
    await text(page).click();
    await page.keyboard.type('Before. ');
    await autosaved(page);
    const before = site.product.pids()['content'];
    process.kill(before ?? 0, 'SIGKILL');
    const words = Array.from({ length: 12 }, (_, index) => `word${index}`);
    for (const word of words) await page.keyboard.type(`${word} `, { delay: 15 });
    const typed = (await text(page).innerText()).trim();
    expect(typed).toContain('word11');
    // The browser saves its copy within a second of the last keystroke.
    await until('the copy of the last word', () =>
      page.evaluate(() => Object.values(localStorage).some((value) => String(value).includes('word11'))),
    );
    await until('the service to be back', () => site.product.pids()['content'] !== before, 30_000);
    await until('the desk to open again', async () => {
      await page.reload();
      return text(page)
        .waitFor({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        );
    });
    await text(page).getByText('word11').waitFor();
    expect((await text(page).innerText()).trim()).toBe(typed);
    expect(await title(page).inputValue()).toBe('Typed through a crash');
    await text(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('After.');
    await autosaved(page);
    await page.close();
  });

  test('says at the fields that title and description are required, and publishes nothing', async () => {
    const page = await signedIn('/dashboard/blog');
    await begin(page, '');
    const message = (field: Locator) =>
      field.evaluate((box) =>
        (box.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      );
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('We couldn’t publish the post.').waitFor();
    expect(await message(title(page))).toContain('Title is required');
    expect(await message(text(page))).toContain('Description is required');
    await page.getByRole('group', { name: 'Save and publish' }).getByText('Draft').waitFor();
    await title(page).fill('Both are there');
    await text(page).click();
    await page.keyboard.type('Some words.');
    await publish(page, 'Publish');
    await page.getByText('We couldn’t publish the post.').waitFor({ state: 'hidden' });
    await page.close();
  });

  test('writes Arabic from the right, and its address in Latin letters', async () => {
    const page = await signedIn('/dashboard/blog');
    await begin(page, 'إعصار في أركنساس');
    await page.getByText('We write the title in Latin letters when you publish the post.').waitFor();
    await text(page).click();
    await page.keyboard.type('ابق في المنزل\nStay home.\n- خبز');
    const directions = (lines: Locator) =>
      lines.evaluateAll((all) => all.map((line) => getComputedStyle(line).direction));
    const written = ['rtl', 'ltr', 'rtl'];
    expect(await directions(text(page).locator('> p, > ul > li'))).toEqual(written);
    await publish(page, 'Publish');
    const reader = await site.browser.newPage();
    const lines = reader.getByRole('article').locator('.rich-text > p, .rich-text > ul > li');
    await until('readers to see the post', async () => {
      await reader.goto(`${site.product.url}/blog/aasr-fy-rknss`);
      return (await lines.count()) === 3;
    });
    expect(await directions(lines)).toEqual(written);
    expect(await directions(reader.getByRole('heading', { level: 1 }))).toEqual(['rtl']);
    await until('the direction in the feed', async () =>
      (await (await fetch(`${site.product.url}/feed.xml`)).text()).includes('dir=&quot;auto&quot;&gt;ابق في المنزل'),
    );
    await Promise.all([reader.close(), page.close()]);
  });

  for (const [label, viewport, percent] of [
    ['a desktop', desktop, 100],
    ['a phone', phone, 100],
    ['a phone with text twice as large', phone, 200],
  ] as const)
    test(`shows the state, Preview, Save and Publish at any place of a long post on ${label}`, async () => {
      const page = await signedIn('/dashboard/blog', viewport);
      await begin(page, 'A long post');
      await page.evaluate((size) => void (document.documentElement.style.fontSize = `${size}%`), percent);
      await text(page).click();
      await paste(page, '', Array.from({ length: 60 }, (_none, line) => `Line ${line}`).join('\n\n'));
      await autosaved(page);
      const bar = page.getByRole('group', { name: 'Save and publish' });
      const look = (name: string) =>
        page.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor);
      for (const place of [0, 1_500, 1e9]) {
        await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), place);
        for (const control of [bar.getByText('Draft'), ...(await bar.getByRole('button').all())])
          expect(await isUncovered(control)).toBe(true);
      }
      expect(await bar.getByRole('button').allInnerTexts()).toEqual(['Preview', 'Save', 'Publish']);
      expect(await look('Save')).toBe(await look('Versions'));
      expect(await look('Publish')).not.toBe(await look('Save'));
      // Typing scrolls the line out from under the bar.
      await text(page).click({ position: { x: 30, y: 30 } });
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' and the end');
      expect(await isUncovered(text(page).getByText('Line 59 and the end'))).toBe(true);
      await page.close();
    });
});
