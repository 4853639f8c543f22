import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import { expect, test, type Page } from '@playwright/test';
import { editorsHour } from '../screenshots/editors-hour.js';
import { operatorsHour } from '../screenshots/operators-hour.js';
import { firstHourEnvironment } from '../screenshots/walkthrough.js';
import { desktop, phone } from '../support/browser.js';
import { useSite } from '../support/site.js';

/**
 * Follows docs/editors.md, docs/operations/install.md and storm-day.md: texts quoted there in bold are on the screens.
 */

const document = (names: readonly string[]) =>
  names.map((name) => readFileSync(join(import.meta.dirname, `../../docs/${name}.md`), 'utf8')).join('\n');

/** Bold texts by section. */
const quotesOf = (names: readonly string[]): { section: string; quotes: string[] }[] =>
  document(names)
    .split(/^## /m)
    .slice(1)
    .map((text) => ({
      section: text.slice(0, text.indexOf('\n')),
      quotes: [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, quote]) => quote!.replace(/\s+/g, ' ')),
    }));

/** Includes labels of fields, buttons and pictures. */
const tokenize = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const names = ['aria-label', 'placeholder', 'alt'];
    const called = [...globalThis.document.querySelectorAll(names.map((name) => `[${name}]`).join())].flatMap(
      (element) => names.map((name) => element.getAttribute(name) ?? ''),
    );
    return [globalThis.document.body.innerText, ...called].join('\n').replace(/\s+/g, ' ');
  });

test.describe('the first hours', () => {
  const site = useSite({ environment: { ...firstHourEnvironment, ALERTS_POLL_SECONDS: '1' } });

  test('go as their pages say, in the words of the screens', async () => {
    const open = (viewport = desktop) => site.browser.newPage({ viewport, reducedMotion: 'reduce' });
    const page = await open();
    const missing: string[] = [];
    for (const [names, sections] of [
      [['editors'], editorsHour],
      [['operations/install', 'operations/storm-day'], operatorsHour],
    ] as const) {
      const images: string[] = [];
      const quoted = quotesOf(names).filter(({ quotes }) => quotes.length > 0);
      expect(quoted.map(({ section }) => section)).toEqual(sections.map(({ section }) => section));
      for (const [index, { follow }] of sections.entries()) {
        const seen: string[] = [];
        await follow({
          page,
          product: site.product,
          phone: () => open(phone),
          codeOf: (secret) => generateSync({ secret }),
          capture: async (visible, picture) => {
            seen.push(await tokenize(visible));
            if (picture) images.push(`pictures/${picture}.webp`);
          },
        });
        const { section, quotes } = quoted[index]!;
        const unseen = quotes.filter((quote) => !seen.some((words) => words.includes(quote)));
        missing.push(...unseen.map((quote) => `${names.join()}, ${section}: ${quote}`));
      }
      const visible = [...document(names).matchAll(/\]\((?:\.\.\/)?(pictures\/[^)]+)\)/g)].map(
        ([, picture]) => picture,
      );
      expect(visible).toEqual(images);
    }
    expect(missing).toEqual([]);
    await page.close();
  });
});
