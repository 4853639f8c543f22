import { brotliCompressSync } from 'node:zlib';
import { startChromium } from '../../lib/chromium.mjs';
import { rounded } from '../lib/statistics.mjs';
import { call, pendingSnapshot, photo } from '../lib/site-actions.mjs';

const photos = 20;
const maxSeconds = 15;
const postFlow = 'post with headings, a table, three pictures and a video';
const maxPostSeconds = 60;
const maxEditorKb = 160;

/** A scripted editor whose clicks and keystrokes are counted. */
class Hands {
  clicks = 0;
  keys = 0;

  constructor(page) {
    this.page = page;
  }

  // Arrow functions, because the flows destructure them.
  click = async (target) => {
    await target.click();
    this.clicks += 1;
  };

  /** Counts one click. Typing isn't counted, because it takes the same effort anywhere. */
  fill = async (target, text) => {
    await target.fill(text);
    this.clicks += 1;
  };

  press = async (key) => {
    await this.page.keyboard.press(key);
    this.keys += 1;
  };

  go = (item) => this.click(this.page.getByRole('link', { name: item, exact: true }));
  button = (name) => this.page.getByRole('button', { name, exact: true });
}

const flows = {
  [postFlow]: async (hands, { bytes }) => {
    const { page, click, fill, press, button } = hands;
    const text = page.getByRole('textbox', { name: 'Description' });
    await hands.go('Blog Post');
    await click(button('Create New'));
    await text.waitFor();
    await fill(page.getByLabel('Blog Title'), 'Ice on Friday');
    await click(text);
    await page.keyboard.type('## What to expect\nStay home if you can.\nhttps://youtu.be/dQw4w9WgXcQ\n');
    await click(button('Embed the video'));
    await fill(text.getByLabel('Title of the video'), 'Ice on a branch');
    await click(text.getByRole('paragraph').last());
    const chooser = page.waitForEvent('filechooser');
    await click(button('Upload pictures or a PDF'));
    const names = ['branch.jpg', 'road.jpg', 'bridge.jpg'];
    await (await chooser).setFiles(names.map((name) => ({ name, mimeType: 'image/jpeg', buffer: bytes })));
    for (const name of names) {
      await fill(text.getByLabel('Alt text').first(), `Ice: ${name}`);
      await press('Enter');
      await text.getByText(`Alt text: Ice: ${name}`).waitFor();
    }
    await click(text.getByRole('paragraph').last());
    await press('Control+End');
    await page.keyboard.type('## By county\n/table');
    await press('Enter');
    for (const word of ['Place', 'Ice', 'Wind', 'Conway', '0.4', '30', 'Searcy', '0.2', '25']) {
      await page.keyboard.type(word);
      if (word !== '25') await press('Tab');
    }
    await click(button('Publish'));
    await page.getByText('Published “Ice on Friday”.').waitFor();
  },
  [`approve ${photos} photos`]: async (hands) => {
    const { page, click, press } = hands;
    await hands.go('Snapshots');
    await click(page.getByRole('tab', { name: /Pending/ }));
    await click(page.getByRole('button', { name: /^Open the photo by/ }).first());
    for (let decided = 0; decided < photos; decided += 1) {
      await page.getByText(`Photo ${decided + 1} of ${photos}`).waitFor();
      await press('a');
    }
    await page.getByText(`${photos} photos approved, 0 rejected.`).waitFor();
    await page.getByText(/^Saving the last/).waitFor({ state: 'hidden' });
  },
};

async function timed(page, url, run, input) {
  await page.goto(`${url}/dashboard/home`);
  await page.getByRole('navigation', { name: 'Dashboard' }).waitFor();
  const hands = new Hands(page);
  const began = performance.now();
  await run(hands, input);
  return { clicks: hands.clicks, keys: hands.keys, seconds: rounded((performance.now() - began) / 1_000, 1) };
}

export const benchmark = {
  name: 'editor-tasks',
  title: 'A scripted editor at work: clicks, keys and seconds; and the rich text editor’s script size',
  goal: `the post in ≤ ${maxPostSeconds} s; ${photos} photos moderated in ≤ ${maxSeconds} s; editor ≤ ${maxEditorKb} kB in brotli`,

  async run({ product: start, defer }) {
    const product = await start({ fresh: true });
    const token = await product.signIn();
    for (let sent = 0; sent < photos; sent += 1) await pendingSnapshot(product, token);
    const browser = await startChromium();
    defer(() => browser.close());
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const login = await call(product, 'POST', '/admin/auth/login', { json: product.admin });
    await context.addInitScript(
      (session) => localStorage.setItem('userData', session),
      JSON.stringify(login.json.data),
    );
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const { bytes } = await photo({ width: 1_600, height: 900 });
    const scripts = new Map();
    page.on('response', async (response) => {
      if (!/javascript/.test(response.headers()['content-type'] ?? '')) return;
      scripts.set(new URL(response.url()).pathname, await response.body().catch(() => undefined));
    });
    const rows = [];
    const seconds = {};
    for (const [name, run] of Object.entries(flows)) {
      const metrics = await timed(page, product.url, run, { bytes });
      rows.push({ work: name, ...metrics });
      seconds[name] = metrics.seconds;
    }
    const editorKb =
      [...scripts]
        .filter(([, body]) => body?.includes('ProseMirror'))
        .reduce((sum, [, body]) => sum + brotliCompressSync(body).length, 0) / 1_000;
    const { [postFlow]: postSeconds, ...rest } = seconds;
    const [photosSeconds] = Object.values(rest);
    return {
      passed: postSeconds <= maxPostSeconds && photosSeconds <= maxSeconds && editorKb > 0 && editorKb <= maxEditorKb,
      details: { postSeconds, photosSeconds, editorKb: rounded(editorKb, 1) },
      rows,
    };
  },
};
