import type { Page } from '@playwright/test';
import type { Screen } from './public-screens.js';

/** With the product's own responses. */
export interface DashboardScreen extends Screen {
  /** False for screens that need no session. */
  signedIn?: boolean;
}

const screen = (part: string): DashboardScreen => ({ name: `dashboard-${part}`, path: `/dashboard/${part}` });

const dialog = (part: string, button: string): DashboardScreen => ({
  name: `dashboard-${part}-create`,
  path: `/dashboard/${part}`,
  window: true,
  prepare: (page) => page.getByRole('button', { name: button }).first().click(),
});

/** @param prepare opens an element */
const opened = (part: string, name: string, prepare: (page: Page) => Promise<unknown>): DashboardScreen => ({
  name: `dashboard-${part}-${name}`,
  path: `/dashboard/${part}`,
  window: true,
  prepare: async (page) => {
    await prepare(page);
    await page.getByRole('dialog').waitFor();
  },
});
/** Its label differs between screens. */
const openFirst = (page: Page) => page.locator('[data-open]').first().click();
const showPending = (page: Page) => page.getByRole('tab', { name: /Pending Requests/ }).click();
async function openFirstPending(page: Page) {
  await showPending(page);
  await openFirst(page);
}

const signedIn = false;

export const dashboardScreens: DashboardScreen[] = [
  { name: 'sign-in', path: '/dashboard/login', signedIn },
  {
    name: 'sign-in-faults',
    path: '/dashboard/login',
    signedIn,
    prepare: (page) => page.getByRole('button', { name: /sign in/i }).click(),
  },
  { name: 'forgot-password', path: '/dashboard/forgot-password', signedIn },
  { name: 'confirmation-code', path: '/dashboard/otp', signedIn },
  { name: 'change-password', path: '/dashboard/changePassword' },
  { name: 'join', path: '/dashboard/join#unknown', signedIn },
  screen('home'),
  screen('snapshot'),
  { ...screen('snapshot'), name: 'dashboard-snapshot-pending', prepare: showPending },
  screen('sponsor'),
  { ...screen('sponsor'), name: 'dashboard-sponsor-pending', prepare: showPending },
  ...[
    'header',
    'logo',
    'contact',
    'notifications',
    'newsletter',
    'jobs',
    'audit',
    'trash',
    'people',
    'roles',
    'media',
    'blog',
    'security',
    'personal-data',
  ].map((part) => screen(part)),
  opened('people', 'invite', (page) => page.getByRole('button', { name: 'Invite someone' }).click()),
  opened('home', 'shortcuts', (page) => page.keyboard.press('?')),
  opened('security', 'add', (page) => page.getByRole('button', { name: 'Add', exact: true }).click()),
  ...['team', 'moderate'].flatMap((part) => [screen(part), dialog(part, 'Create New')]),
  {
    name: 'dashboard-blog-desk',
    path: '/dashboard/blog',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
      await page.getByRole('textbox', { name: 'Description' }).waitFor();
    },
  },
  opened('media', 'picture', (page) => page.getByRole('button', { name: 'Edit' }).first().click()),
  opened('home', 'palette', (page) => page.keyboard.press('Control+k')),
  opened('home', 'storm-mode', (page) => page.getByRole('button', { name: 'Storm mode' }).last().click()),
  opened('snapshot', 'review', openFirstPending),
  {
    name: 'dashboard-snapshot-selection',
    path: '/dashboard/snapshot',
    window: true,
    prepare: async (page) => {
      await showPending(page);
      await page
        .getByRole('checkbox', { name: /^Select the photo/ })
        .first()
        .check();
      await page.getByRole('group', { name: 'Selected photos' }).waitFor();
    },
  },
  opened('sponsor', 'quick-view', openFirstPending),
  opened('contact', 'quick-view', openFirst),
  opened('newsletter', 'campaign', (page) => page.getByRole('button', { name: 'New campaign' }).click()),
  opened('faq', 'open', openFirst),
  screen('faq'),
  dialog('faq', 'Add New FAQ'),
  dialog('sponsor', 'Create New Sponsor'),
  { name: 'dashboard-no-session', path: '/dashboard/header', signedIn },
];
