import { generateSync } from 'otplib';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { violationsIn } from '../support/axe.js';
import { desktop, phone } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { useSite } from '../support/site.js';

const moderator = { name: 'Mo Derator', email: 'mo@example.com', password: 'a shelf cloud over Conway' };
/** Time step of authenticator codes (RFC 6238). */
const stepSeconds = 30;

test.describe('a second factor', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000', REQUIRE_SECOND_FACTOR: 'admins' } });

  async function openPage(path: string, viewport = desktop, browser: Browser = site.browser): Promise<Page> {
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    await page.goto(site.product.url + path);
    return page;
  }

  async function givePassword(page: Page, { email, password } = site.product.admin) {
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  }

  async function typeCode(page: Page, code: string) {
    await page.getByLabel('Digit 1 of 6').click();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  }

  const isHome = (page: Page) => page.waitForURL('**/dashboard/home');
  const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
  async function open(page: Page, item: string) {
    await page.getByRole('link', { name: item, exact: true }).click();
    await page.getByRole('heading', { name: item, level: 1 }).waitFor();
  }
  /** Retries: a page may be half drawn on a busy machine. */
  const isAccessible = (page: Page, what: string) =>
    until(`axe to find nothing on ${what}`, async () => (await violationsIn(page)).length === 0);

  let secret = '';
  let codes: string[] = [];
  /** The server accepts each time step once, and one step before and after. */
  const codeOf = (stepsFromNow = 0) =>
    generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + stepsFromNow * stepSeconds });

  async function enrol(page: Page) {
    await givePassword(page);
    await page.getByRole('heading', { name: 'Protect your account' }).waitFor();
    await isAccessible(page, 'the choice of a factor');
    await page.getByRole('button', { name: /^Authenticator app/ }).click();
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
    await isAccessible(page, 'the set-up of an app');
    secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await typeCode(page, codeOf());
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    await isAccessible(page, 'the recovery codes');
    codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
    // No session before the recovery codes are confirmed.
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.getByLabel('I have saved these codes where I can find them.').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await isHome(page);
  }

  /** Adds an authenticator that always consents. */
  async function addAuthenticator(page: Page) {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('WebAuthn.enable');
    await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  }

  async function addPasskey(page: Page) {
    await addAuthenticator(page);
    await open(page, 'Security');
    await isAccessible(page, 'Security');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await dialogOf(page, 'Add a second factor')
      .getByRole('button', { name: /^Passkey/ })
      .click();
    await page.getByLabel('Name', { exact: true }).fill('Newsroom laptop');
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByRole('list', { name: 'Second factors' }).getByText('Newsroom laptop').waitFor();
    await page.getByText('10 recovery codes are left.').waitFor();
  }

  async function signOut(page: Page) {
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('button', { name: 'Yes, Sign Out' }).click();
    await page.waitForURL('**/dashboard/login');
  }

  test('is added at the first sign-in, asked for at the next ones, and has a way out when it is lost', async () => {
    const laptop = await openPage('/dashboard/login');
    await enrol(laptop);
    expect(new Set(codes).size).toBe(10);
    await addPasskey(laptop);

    await signOut(laptop);
    await givePassword(laptop);
    await laptop.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
    await isAccessible(laptop, 'the second step');
    await laptop.getByRole('button', { name: 'Use a passkey' }).click();
    await laptop.getByRole('button', { name: 'Use a passkey' }).click();
    await isHome(laptop);

    // On a phone, by keyboard: a wrong code, the right one, and the right one again.
    const mobile = await openPage('/dashboard/login', phone);
    await givePassword(mobile);
    await eventually(() => mobile.getByLabel('Digit 1 of 6').evaluate((box) => box === document.activeElement), true);
    const code = codeOf(1);
    await mobile.keyboard.type(code.replaceAll(/./g, (digit) => String((Number(digit) + 1) % 10)));
    await mobile.keyboard.press('Enter');
    await mobile.getByText('This code is wrong or was already used.').waitFor();
    await typeCode(mobile, code);
    await isHome(mobile);
    const second = await openPage('/dashboard/login');
    await givePassword(second);
    await typeCode(second, code);
    await second.getByText('This code is wrong or was already used.').waitFor();

    // Each recovery code works once.
    for (const isFirst of [true, false]) {
      const missing = isFirst ? second : await openPage('/dashboard/login');
      if (!isFirst) await givePassword(missing);
      await missing.getByRole('button', { name: 'Use a recovery code' }).click();
      await missing.getByLabel('Recovery code').fill((codes[0] ?? '').toUpperCase());
      await missing.keyboard.press('Enter');
      if (isFirst) await isHome(missing);
      else await missing.getByText('This recovery code is wrong or was already used.').waitFor();
    }

    // Ending other sessions makes their screens ask to sign in again.
    await open(laptop, 'Security');
    await laptop.getByText('9 recovery codes are left.').waitFor();
    const sessions = laptop.getByRole('list', { name: 'Sessions' });
    await eventually(async () => (await sessions.getByRole('listitem').count()) >= 3, true);
    await laptop.getByRole('button', { name: 'End all others' }).click();
    await dialogOf(laptop, 'End all other sessions?').getByRole('button', { name: 'End all others' }).click();
    await eventually(() => sessions.getByRole('listitem').count(), 1);
    await until('the phone to be signed out', async () => {
      await mobile.reload();
      return dialogOf(mobile, 'Your session has ended')
        .waitFor({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        );
    });
    await Promise.all([mobile.close(), second.close(), laptop.close()]);
  });

  test('is reset by another admin, whom the first one makes', async () => {
    const page = await openPage('/dashboard/login');
    await givePassword(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[1] ?? '');
    await page.keyboard.press('Enter');
    await isHome(page);

    await open(page, 'Manage Moderate Team');
    await page.getByRole('button', { name: 'Create New' }).click();
    const form = dialogOf(page, 'Add New Moderator');
    await form.getByLabel('Full Name').fill(moderator.name);
    await form.getByLabel('Email').fill(moderator.email);
    await form.getByLabel('Password', { exact: true }).fill(moderator.password);
    await form.getByRole('button', { name: 'Add Member' }).click();
    await form.waitFor({ state: 'hidden' });

    await open(page, 'People');
    await isAccessible(page, 'People');
    await page.locator('li', { hasText: moderator.email }).getByRole('button', { name: 'Make an admin' }).click();
    const question = dialogOf(page, `Make ${moderator.name} an admin?`);
    await question.getByRole('button', { name: 'Make an admin' }).click();
    await question.waitFor({ state: 'hidden' });
    await page.getByText(`${moderator.name} is now an admin.`).waitFor();

    const other = await openPage('/dashboard/login');
    await givePassword(other, moderator);
    await other.getByRole('button', { name: /^Authenticator app/ }).click();
    await other.getByRole('img', { name: /^QR code/ }).waitFor();
    secret = ((await other.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await typeCode(other, codeOf());
    await other.getByLabel('I have saved these codes where I can find them.').check();
    await other.getByRole('button', { name: 'Continue' }).click();
    await isHome(other);

    await page.reload();
    await page.locator('li', { hasText: moderator.email }).getByRole('button', { name: 'Reset second factor' }).click();
    const reset = dialogOf(page, `Reset the second factor of ${moderator.name}?`);
    await reset.getByRole('button', { name: 'Reset second factor' }).click();
    await page.locator('li', { hasText: moderator.email }).getByText('password only').waitFor();

    await open(page, 'Audit');
    await page.getByLabel('Category').selectOption({ label: 'Role changes' });
    await page.getByText(`changed the role of “${moderator.name}”`).waitFor();
    await isAccessible(page, 'the audit log');
    await page.getByLabel('Category').selectOption({ label: 'Failed sign-ins' });
    await page.getByText('failed the second step of signing in').first().waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.jsonl$/);
    await Promise.all([page.close(), other.close()]);
  });
});
