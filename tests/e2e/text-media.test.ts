import { expect, test, type Page } from '@playwright/test';
import sharp from 'sharp';
import { until } from '@site/platform/testing/until';
import { desktop } from '../support/browser.js';
import { useSite } from '../support/site.js';

/** Pictures, videos and files in a post, from the editor to its readers. */

const createImage = async (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();

interface OptionalNumber {
  name: string;
  type: string;
  bytes: Buffer;
}

test.describe('pictures, videos and files in a post', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });

  async function begin(title: string): Promise<Page> {
    const page = await (await site.browser.newContext({ viewport: desktop })).newPage();
    await page.goto(`${site.product.url}/dashboard/login`);
    await page.getByLabel('Email Address').fill(site.product.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(site.product.admin.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/dashboard/home');
    await page.goto(`${site.product.url}/dashboard/blog`);
    await page.getByRole('button', { name: 'Create New' }).click();
    await page.waitForURL('**/dashboard/blog?post=*');
    await text(page).click();
    await page.getByLabel('Blog Title').fill(title);
    return page;
  }

  const text = (page: Page) => page.getByRole('textbox', { name: 'Description' });
  const images = (page: Page) => page.getByRole('button', { name: 'Edit the picture' });

  /** Sends files to the text as a browser does. */
  const give = (page: Page, kind: 'paste' | 'drop', files: OptionalNumber[]) =>
    text(page).evaluate(
      (box, [event, all]) => {
        const data = new DataTransfer();
        for (const { name, type, base64 } of all)
          data.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name, { type }));
        const { left, bottom } = box.lastElementChild!.getBoundingClientRect();
        box.dispatchEvent(
          event === 'paste'
            ? new ClipboardEvent(event, { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent(event, {
                dataTransfer: data,
                bubbles: true,
                cancelable: true,
                clientX: left + 5,
                clientY: bottom - 5,
              }),
        );
      },
      [kind, files.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString('base64') }))] as const,
    );

  const publish = async (page: Page) => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText(/^Published “/).waitFor();
  };

  /** Opens the post as a reader, once its content is there. */
  async function read(slug: string, isThere: (page: Page) => Promise<void>): Promise<Page> {
    const reader = await site.browser.newPage({ viewport: desktop });
    await until(
      `readers to see ${slug}`,
      async () => {
        await reader.goto(`${site.product.url}/blog/${slug}`);
        return isThere(reader).then(
          () => true,
          () => false,
        );
      },
      90_000,
    );
    return reader;
  }
  const feedText = async () => (await fetch(`${site.product.url}/feed.xml`)).text();

  test('uploads a pasted picture in place, asks for its alt text, and lets its looks be chosen', async () => {
    const page = await begin('Hail in Conway');
    await text(page).click();
    await page.keyboard.type('It came at noon.');
    await give(page, 'paste', [{ name: 'hail.jpg', type: 'image/jpeg', bytes: await createImage('#468') }]);
    await text(page).getByLabel('Alt text').fill('Hailstones on a lawn');
    await page.keyboard.press('Enter');
    await text(page).getByText('Alt text: Hailstones on a lawn').waitFor();
    await images(page).click();
    const dialog = page.getByRole('dialog', { name: 'Edit the picture' });
    await dialog.getByLabel('Alt text').fill('Hailstones on a green lawn');
    await dialog.getByLabel('Caption').fill('Our own lawn');
    await dialog.getByLabel('Credit').fill('Jo Byrd');
    await dialog.getByLabel('Small').check();
    await dialog.getByLabel('Right').check();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await text(page).getByText('Our own lawn').waitFor();
    await text(page).getByText('Credit: Jo Byrd').waitFor();
    await publish(page);

    const reader = await read('hail-in-conway', (post) =>
      post.getByRole('img', { name: 'Hailstones on a green lawn' }).waitFor({ timeout: 4_000 }),
    );
    const figure = reader.getByRole('figure').filter({ hasText: 'Our own lawn' });
    await figure.getByText('Jo Byrd').waitFor();
    const [visible, column] = await Promise.all([
      figure.boundingBox(),
      reader.getByText('It came at noon.').boundingBox(),
    ]);
    expect(visible!.width).toBeLessThan(column!.width / 2);
    expect(visible!.x + visible!.width).toBeCloseTo(column!.x + column!.width, 0);
    await until('the caption in the feed', async () => (await feedText()).includes('Our own lawn · Jo Byrd'));
    await Promise.all([reader.close(), page.close()]);
  });

  test('uploads forty dropped pictures one after another, says which failed and loses none', async () => {
    const page = await begin('Forty pictures');
    const files = await Promise.all(
      Array.from({ length: 40 }, async (_none, index) => ({
        name: `picture-${index + 1}.jpg`,
        type: 'image/jpeg',
        bytes: index === 4 ? Buffer.from('just words') : await createImage(`rgb(${index * 5}, 90, 120)`),
      })),
    );
    let uploads = 0;
    await page.route('**/admin/main/media/create', (route) => {
      uploads += 1;
      return uploads === 2 ? route.abort() : route.continue();
    });
    await give(page, 'drop', files);
    await page.getByText(/^\d+ of 40 files uploaded/).waitFor();
    // Writing goes on meanwhile.
    await page.getByLabel('Blog Title').fill('Forty pictures of hail');
    await text(page).getByText('picture-2.jpg').waitFor();
    await text(page).getByText('This file is neither a picture nor a PDF. Please choose another one.').waitFor();
    await page.getByText(/^\d files weren’t uploaded\. Each is marked in the text with the reason\.$/).waitFor();
    const isOver = page.getByText('39 of 40 files uploaded, 1 failed.');
    const repeated = page.getByRole('button', { name: 'Try all again' });
    // On a busy machine the store may refuse more than the one that the test interrupts.
    await until(
      'all pictures',
      async () => {
        if (await repeated.isVisible()) await repeated.click();
        return (await isOver.count()) > 0;
      },
      180_000,
    );
    await text(page).getByRole('button', { name: 'Remove picture-5.jpg' }).click();
    await text(page).getByText('picture-5.jpg').waitFor({ state: 'detached' });
    expect(await images(page).count()).toBe(39);
    await page.getByText(/^Autosaved \d/).waitFor();
    await page.reload();
    await until('the pictures after a reload', async () => (await images(page).count()) === 39);
    await page.close();
  });

  test('embeds a video whose address is alone on its line, and loads its player on click', async () => {
    const page = await begin('A shelf cloud on video');
    await text(page).click();
    await page.keyboard.type('Watch this.\nhttps://youtu.be/dQw4w9WgXcQ\nhttps://www.tiktok.com/@arwx/video/1\n');
    await page.keyboard.type('https://vimeo.com/123456789\nThe end.');
    await page.getByText(/^Videos from TikTok can’t be embedded/).waitFor();
    await page.getByRole('group', { name: 'Video from TikTok' }).getByRole('button', { name: 'OK' }).click();
    await page.getByRole('group', { name: 'Video from Vimeo' }).getByRole('button', { name: 'Keep as link' }).click();
    await page
      .getByRole('group', { name: 'Video from YouTube' })
      .getByRole('button', { name: 'Embed the video' })
      .click();
    await page.getByRole('group', { name: /^Video of/ }).waitFor({ state: 'detached' });
    // A change elsewhere, so that undo doesn't take the video with its title.
    await text(page).getByText('The end.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Really.');
    const title = text(page).getByLabel('Title of the video');
    await title.fill('A shelf cloud over Conway');
    await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Undo' }).click();
    await until('the title to be undone', async () => (await title.inputValue()) === '');
    await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Redo' }).click();
    await until('the title to be back', async () => (await title.inputValue()) !== '');
    expect(await text(page).locator('a[href="https://vimeo.com/123456789"]').count()).toBe(1);

    const tool = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Video', exact: true });
    await tool.click();
    const dialog = page.getByRole('dialog', { name: 'Video' });
    await dialog.getByLabel('Address of the video').fill('https://videos.example/1');
    await page.keyboard.press('Enter');
    await dialog.getByText(/^Enter the address of a YouTube, Vimeo or Facebook video/).waitFor();
    await dialog.getByLabel('Address of the video').fill('https://vimeo.com/showcase/7654321');
    await dialog.getByRole('button', { name: 'Add the video' }).click();
    await dialog.getByText(/^This is the address of a Vimeo showcase, not of one video/).waitFor();
    await dialog.getByLabel('Address of the video').fill('https://www.facebook.com/watch/?v=1234567890');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await text(page).getByLabel('Title of the video').count()).toBe(2);
    await publish(page);

    const slug = 'a-shelf-cloud-on-video';
    const reader = await read(slug, (post) =>
      post.getByRole('button', { name: 'Play: A shelf cloud over Conway' }).waitFor({ timeout: 4_000 }),
    );
    const others = new Set<string>();
    reader.on('request', (request) => others.add(new URL(request.url()).host));
    await reader.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>The player</p>' }),
    );
    await reader.reload();
    await reader.getByRole('button', { name: 'Play: A shelf cloud over Conway' }).waitFor();
    expect([...others]).toEqual([new URL(site.product.url).host]);
    await reader.getByRole('button', { name: 'Play: A shelf cloud over Conway' }).click();
    await reader.frameLocator('iframe[title="A shelf cloud over Conway"]').getByText('The player').waitFor();

    const plain = await (await site.browser.newContext({ javaScriptEnabled: false })).newPage();
    await plain.goto(`${site.product.url}/blog/${slug}`);
    const link = plain.getByRole('link', { name: 'A shelf cloud over Conway on YouTube' });
    expect(await link.getAttribute('href')).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
    await until('the video in the feed', async () =>
      (await feedText()).includes('Watch “A shelf cloud over Conway” on YouTube'),
    );
    await Promise.all([plain.context().close(), reader.close(), page.close()]);
  });

  test('attaches a PDF that readers download, and says why another file is refused', async () => {
    const page = await begin('Storm report');
    const pdf = Buffer.from(`%PDF-1.7\n${'1 0 obj\nendobj\n'.repeat(10_000)}%%EOF\n`);
    const asPdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
    await page
      .getByLabel('Files to upload')
      .setInputFiles([
        asPdf('Storm report.pdf', pdf),
        asPdf('cut.pdf', pdf.subarray(0, 50_000)),
        asPdf('large.pdf', Buffer.concat([pdf.subarray(0, 100), Buffer.alloc(10 * 1024 * 1024), Buffer.from('%%EOF')])),
        asPdf('notes.pdf', Buffer.from('just words')),
      ]);
    await page.getByText('1 of 4 files uploaded, 3 failed.').waitFor({ state: 'attached', timeout: 60_000 });
    await text(page).getByText('The file is damaged or incomplete. Please choose another one.').waitFor();
    await text(page).getByText('This file is larger than 10 MB. Please choose a smaller one.').waitFor();
    await text(page).getByText('This file is neither a picture nor a PDF. Please choose another one.').waitFor();
    await page.getByRole('button', { name: 'Remove all that failed' }).click();
    expect(await text(page).getByLabel('Name of the file').inputValue()).toBe('Storm report.pdf');
    await text(page).getByLabel('Name of the file').fill('Report of the storm.pdf');
    await publish(page);

    const reader = await read('storm-report', (post) =>
      post.getByRole('link', { name: 'Report of the storm.pdf' }).waitFor({ timeout: 4_000 }),
    );
    await reader.getByText('(PDF, 150 kB)').or(reader.getByText('(PDF, 0.2 MB)')).waitFor();
    const link = reader.getByRole('link', { name: 'Report of the storm.pdf' });
    const response = await fetch(new URL((await link.getAttribute('href')) ?? '', site.product.url));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
    const [download] = await Promise.all([reader.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('Report of the storm.pdf');
    await until('the file in the feed', async () => (await feedText()).includes('Report of the storm.pdf (PDF'));
    await Promise.all([reader.close(), page.close()]);
  });
});
