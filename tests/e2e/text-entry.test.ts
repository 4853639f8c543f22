import { expect, test, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { violationsIn } from '../support/axe.js';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

/** What an editor types, pastes and moves in a post, and how readers get it. */

test.describe('the text of a post', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  const text = (page: Page) => page.getByRole('textbox', { name: 'Description' });
  const tool = (page: Page, bar: string, name: string) =>
    page.getByRole('toolbar', { name: bar }).getByRole('button', { name, exact: true });

  /** Opens a new post with the caret in its text. */
  async function begin(title: string, viewport = desktop): Promise<Page> {
    const page = await (await site.browser.newContext({ viewport })).newPage();
    await page.goto(`${site.product.url}/dashboard/login`);
    await page.getByLabel('Email Address').fill(site.product.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(site.product.admin.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/dashboard/home');
    await page.goto(`${site.product.url}/dashboard/blog`);
    await page.getByRole('button', { name: 'Create New' }).click();
    await page.waitForURL('**/dashboard/blog?post=*');
    await text(page).waitFor();
    await page.getByLabel('Blog Title').fill(title);
    await text(page).click();
    return page;
  }

  const paste = (page: Page, plain: string, html = '') =>
    text(page).evaluate(
      (box, provided) => {
        const clipboardData = new DataTransfer();
        if (provided.html) clipboardData.setData('text/html', provided.html);
        clipboardData.setData('text/plain', provided.plain);
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      { plain, html },
    );

  const links = (page: Page) =>
    text(page)
      .locator('a')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
  const cells = (page: Page) =>
    text(page)
      .locator('tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  const blocks = (page: Page) =>
    text(page).evaluate((box) => [...box.children].map((block) => block.textContent).filter(Boolean));

  test('links addresses that are typed or pasted, and the selection that one is pasted over', async () => {
    const page = await begin('Links');
    await page.keyboard.type('See weather.gov/lzk, and (https://www.ardot.gov).\nWrite to desk@example.com ');
    await paste(page, 'or read https://www.noaa.gov/tsunami.');
    expect(await links(page)).toEqual([
      ['weather.gov/lzk', 'https://weather.gov/lzk'],
      ['https://www.ardot.gov', 'https://www.ardot.gov/'],
      ['desk@example.com', 'mailto:desk@example.com'],
      ['https://www.noaa.gov/tsunami', 'https://www.noaa.gov/tsunami'],
    ]);
    await page.keyboard.type('\nthe office');
    for (let word = 0; word < 2; word += 1) await page.keyboard.press('Control+Shift+ArrowLeft');
    await paste(page, 'https://weather.gov/lzk');
    expect((await links(page)).at(-1)).toEqual(['the office', 'https://weather.gov/lzk']);
    await page.keyboard.press('End');
    await page.keyboard.type('\nweather.gov is enough ');
    expect((await links(page)).at(-1)).toEqual(['weather.gov', 'https://weather.gov/']);
    await page.context().close();
  });

  test('edits a table with the mouse and with the keyboard alone', async () => {
    const page = await begin('Table');
    await tool(page, 'Formatting', 'Table').click();
    for (const word of ['Place', 'Rain', 'Wind', 'Conway', '1.2', '30', 'Searcy', '0.4', '25']) {
      await page.keyboard.type(word);
      if (word !== '25') await page.keyboard.press('Tab');
    }
    expect(await text(page).locator('th').allTextContents()).toEqual(['Place', 'Rain', 'Wind']);
    await tool(page, 'Table', 'Move row up').click();
    await tool(page, 'Table', 'Move column left').click();
    expect(await cells(page)).toEqual([
      ['Place', 'Wind', 'Rain'],
      ['Searcy', '25', '0.4'],
      ['Conway', '30', '1.2'],
    ]);
    expect(await tool(page, 'Table', 'Move row up').getAttribute('aria-disabled')).toBe('true');
    await text(page).getByText('Conway').click();
    await tool(page, 'Table', 'Add row below').click();
    await tool(page, 'Table', 'Add column after').click();
    expect((await cells(page)).map((row) => row.length)).toEqual([4, 4, 4, 4]);

    // The keyboard: Alt+F10 goes to the table's toolbar.
    const press = async (name: string) => {
      await page.keyboard.press('Alt+F10');
      await page.keyboard.press('Home');
      const names = await page
        .getByRole('toolbar', { name: 'Table' })
        .getByRole('button')
        .evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')));
      for (let step = 0; step < names.indexOf(name); step += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await until('the focus in the text', () => text(page).evaluate((box) => box.contains(document.activeElement)));
    };
    await page.keyboard.press('Tab');
    await press('Delete column');
    await page.keyboard.press('ArrowUp');
    await press('Move row down');
    await press('Delete row');
    expect(await cells(page)).toEqual([
      ['Place', 'Wind', 'Rain'],
      ['Conway', '30', '1.2'],
      ['', '', ''],
    ]);
    await press('Header row');
    expect(await text(page).locator('th').count()).toBe(0);
    await press('Caption');
    await page.keyboard.type('Storm reports');
    expect(await page.getByLabel('Table caption').inputValue()).toBe('Storm reports');
    await text(page).getByText('Conway').click();
    await press('Delete table');
    expect(await text(page).locator('table').count()).toBe(0);
    await page.context().close();
  });

  test('pastes tables of spreadsheets, and refuses with a reason what is too large', async () => {
    const page = await begin('Pasted tables');
    await page.keyboard.type('Here before.\n');
    await paste(
      page,
      'Place\tRain\nConway\t1.2',
      '<table><caption>Rain</caption><tr><th>Place</th><th>Rain</th></tr><tr><td>Conway</td><td>1.2</td></tr></table>',
    );
    expect(await cells(page)).toEqual([
      ['Place', 'Rain'],
      ['Conway', '1.2'],
    ]);
    expect(await page.getByLabel('Table caption').inputValue()).toBe('Rain');

    await text(page).getByText('Here before.').click();
    const before = await text(page).innerText();
    await paste(page, 'x', `<table>${`<tr>${'<td>1</td>'.repeat(50)}</tr>`.repeat(200)}</table>`);
    await page.getByText(/^The pasted table has 200 rows and 50 columns\. A table can have at most/).waitFor();
    await paste(page, 'x', `<p>${'y'.repeat(5 * 1024 * 1024)}</p>`);
    await page.getByText(/^What you pasted is larger than 2 MB/).waitFor();
    expect(await text(page).innerText()).toBe(before);
    await page.context().close();
  });

  test('inserts blocks from the slash menu with the keyboard and the mouse', async () => {
    const page = await begin('Slash');
    const menu = page.getByRole('listbox', { name: 'Insert' });
    await page.keyboard.type('/');
    await menu.getByRole('option', { name: 'Divider' }).waitFor();
    await page.keyboard.type('sub');
    await menu.getByRole('option', { name: 'Quote' }).waitFor({ state: 'detached' });
    const active = await text(page).getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).textContent()).toBe('Subheading');
    await page.keyboard.press('Enter');
    await page.keyboard.type('What next\n/');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await text(page).locator('p').first().textContent()).toBe('/');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('/');
    await menu.getByRole('option', { name: 'Divider' }).click();
    await text(page).locator('hr').waitFor();
    await page.keyboard.type('/spreadsheet');
    await page.keyboard.press('Tab');
    await text(page).locator('table').waitFor();
    await text(page).getByRole('heading', { name: 'What next', level: 3 }).waitFor();
    expect(await text(page).innerText()).not.toContain('/');
    await page.context().close();
  });

  test('moves blocks with the keyboard, the toolbar and the drag handle', async () => {
    const page = await begin('Moves');
    await page.keyboard.type('One\nTwo\nThree');
    await page.keyboard.press('Alt+Shift+ArrowUp');
    expect(await blocks(page)).toEqual(['One', 'Three', 'Two']);
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await page.keyboard.type('!');
    expect(await blocks(page)).toEqual(['One', 'Two', 'Three!']);
    await tool(page, 'Formatting', 'Move block up').click();
    expect(await blocks(page)).toEqual(['One', 'Three!', 'Two']);
    await text(page).getByText('Two').hover();
    const handle = page.getByRole('button', { name: 'Drag to move this block' });
    await handle.dragTo(text(page).getByText('One'), { targetPosition: { x: 4, y: 4 } });
    await until('the dropped block', async () => (await blocks(page)).join() === 'Two,One,Three!');
    await page.context().close();
  });

  for (const [label, html, element] of [
    ['a paragraph', '<p>Block</p>', 'p:text("Block")'],
    ['a heading', '<h2>Block</h2>', 'h2'],
    ['a bulleted list', '<ul><li>Block</li></ul>', 'ul'],
    ['a numbered list', '<ol><li>Block</li></ol>', 'ol'],
    ['a quote', '<blockquote><p>Block</p></blockquote>', 'blockquote'],
    ['a table', '<table><tr><th>a</th><th>b</th></tr><tr><td>Block</td><td>c</td></tr></table>', 'table'],
    ['a divider', '<hr>', 'hr'],
    [
      'a video',
      '<div data-video="youtube" data-video-id="dQw4w9WgXcQ"></div>',
      '[aria-label="Title of the video"], label:text("Title of the video")',
    ],
    ['a warning', '<div data-warning="KLZK.TO.W.0001.2026"></div>', 'a[href*="KLZK.TO.W"]'],
  ] satisfies [string, string, string][])
    test(`takes clicks, keys and a drag above and below ${label} at either end of the text`, async () => {
      const page = await begin('Ends');
      const failed: string[] = [];
      page.on('pageerror', ({ message }) => failed.push(message));
      // Waits until the page has scrolled.
      const clickAt = async (end: 'top' | 'bottom') => {
        const { width, height } = await text(page).evaluate((box) => box.getBoundingClientRect());
        await text(page).click({ position: { x: width / 2, y: end === 'top' ? 3 : height - 3 } });
      };
      // Alone, then with a line before it, then with one after it.
      for (const around of [
        ['', ''],
        ['<p>Before</p>', ''],
        ['', '<p>After</p>'],
      ]) {
        await text(page).focus();
        await page.keyboard.press('Control+a');
        await page.keyboard.press('Delete');
        await paste(page, 'x', around.join(html));
        for (const end of ['bottom', 'top'] as const) {
          await clickAt(end);
          const arrow = end === 'bottom' ? 'ArrowDown' : 'ArrowUp';
          for (const key of [
            arrow,
            arrow,
            'Alt+Shift+ArrowUp',
            'Alt+Shift+ArrowDown',
            'Control+End',
            'ArrowRight',
            'Control+Home',
            'ArrowLeft',
          ])
            await page.keyboard.press(key);
          await clickAt(end);
          await tool(page, 'Formatting', 'Move block up').waitFor();
        }
        await clickAt('bottom');
        await page.keyboard.type('z');
        await until('the typed letter', () => text(page).evaluate((box) => box.textContent.includes('z')));
        // It replaced no block.
        expect(await text(page).locator(element).count()).toBe(1);
      }
      await text(page).locator('p', { hasText: 'After' }).hover();
      const handle = page.getByRole('button', { name: 'Drag to move this block' });
      await handle.dragTo(text(page), { targetPosition: { x: 30, y: 2 } });
      // Wherever it was dropped, nothing is lost.
      expect(await text(page).locator('p', { hasText: 'After' }).count()).toBe(1);
      expect(await text(page).locator(element).count()).toBe(1);
      await clickAt('bottom');
      expect(
        await page.getByText('This section didn’t load').or(page.getByText("This section didn't load")).count(),
      ).toBe(0);
      expect(failed).toEqual([]);
      await page.context().close();
    });

  test('makes paragraphs of a hard-wrapped text, and keeps the lines of lists and addresses', async () => {
    const page = await begin('Discussion');
    await paste(
      page,
      '.SHORT TERM...\r\nHigh pressure over the region moves east today. Southerly winds \r\nreturn, and highs reach the 60s.\r\n\r\n' +
        '- A few severe storms are possible on Tuesday, mainly south of\r\n  Interstate 40.\r\n- Colder on Wednesday.\r\n\r\n&&\r\n\r\n' +
        '8400 Northshore Drive\r\nNorth Little Rock AR 72118\r\n',
    );
    expect(await blocks(page)).toEqual([
      '.SHORT TERM...',
      'High pressure over the region moves east today. Southerly winds return, and highs reach the 60s.',
      '- A few severe storms are possible on Tuesday, mainly south of Interstate 40.',
      '- Colder on Wednesday.',
      '&&',
      '8400 Northshore Drive',
      'North Little Rock AR 72118',
    ]);
    await page.context().close();
  });

  test('offers the warnings that are in force or recent, and no others', async () => {
    const page = await begin('Warning');
    await page.keyboard.type('Stay off flooded roads.');
    await tool(page, 'Formatting', 'Weather warning').click();
    const dialog = page.getByRole('dialog', { name: 'Weather warning' });
    await dialog.getByLabel('Search').fill('no such warning');
    await dialog.getByRole('status').waitFor();
    await dialog.getByLabel('Search').fill('flood');
    await dialog.getByRole('listitem').first().getByRole('button').click();
    const link = text(page).getByRole('link', { name: /opens in a new tab/ });
    const path = (await link.getAttribute('href')) ?? '';
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText(/^Published “/).waitFor();
    const reader = await site.browser.newPage({ viewport: phone });
    await until('the warning in the post', async () => {
      await reader.goto(`${site.product.url}/blog/warning`);
      return (await reader.locator(`main a[href="${path}"]`).count()) > 0;
    });
    await reader.goto(site.product.url + path);
    await reader.getByRole('heading', { level: 1, name: /Flood/ }).waitFor();
    await Promise.all([reader.close(), page.context().close()]);
  });

  test('reaches readers on the site, on a phone and in the feed', async () => {
    const page = await begin('Rain of the week');
    await page.keyboard.type('Until ~~5 PM~~ 6 PM at `KLZK` today.\n--- ');
    await text(page).locator('hr').waitFor();
    await paste(
      page,
      '',
      `<table><caption>Rain in inches</caption><tr>${Array.from({ length: 8 }, (_, day) => `<th>Day ${day}</th>`).join('')}</tr>` +
        `<tr>${'<td>1.25</td>'.repeat(8)}</tr></table>`,
    );
    await text(page).locator('table').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText(/^Published “/).waitFor();
    await page.context().close();

    const reader = await site.browser.newPage({ viewport: phone });
    const table = reader.getByRole('group', { name: 'Rain in inches' });
    await until('readers to see the post', async () => {
      await reader.goto(`${site.product.url}/blog/rain-of-the-week`);
      return table.waitFor({ timeout: 4_000 }).then(
        () => true,
        () => false,
      );
    });
    expect(await table.locator('caption').textContent()).toBe('Rain in inches');
    expect(await table.locator('th[scope=col]').count()).toBe(8);
    expect(await reader.locator('.rich-text s').textContent()).toBe('5 PM');
    expect(await reader.locator('.rich-text code').textContent()).toBe('KLZK');
    expect(await reader.locator('.rich-text hr').count()).toBe(1);
    // The table scrolls, and the page doesn't.
    await table.focus();
    const {
      inside,
      outside,
      page: width,
    } = await table.evaluate((region) => ({
      inside: region.scrollWidth,
      outside: region.clientWidth,
      page: document.documentElement.scrollWidth,
    }));
    expect(inside).toBeGreaterThan(outside);
    expect(width).toBe(phone.width);
    expect(await violationsIn(reader)).toEqual([]);
    await reader.close();

    const feed = await (await fetch(`${site.product.url}/feed.xml`)).text();
    for (const part of ['<s>5 PM</s>', '<code>KLZK</code>', '<hr>', '<caption>Rain in inches</caption>'])
      expect(feed.replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toContain(part);
  });
});
