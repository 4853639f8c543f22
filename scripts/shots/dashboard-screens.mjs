/**
 * The dashboard's screens, in the form of publicScreens; a new one is a line here. Their answers are the product's own.
 * `signedIn: false` is for those that need no session.
 */

/** A screen of the sidebar, by the last part of its address. */
const screen = (part, more = {}) => ({ name: `dashboard-${part}`, path: `/dashboard/${part}`, ...more });

/** The dialog that a button of a screen opens. */
const dialog = (part, button) => ({
  name: `dashboard-${part}-create`,
  path: `/dashboard/${part}`,
  window: true,
  prepare: (page) => page.getByRole('button', { name: button }).first().click(),
});

const signedIn = false;

export const dashboardScreens = [
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
  screen('home'),
  screen('snapshot'),
  {
    name: 'dashboard-snapshot-pending',
    path: '/dashboard/snapshot',
    prepare: (page) => page.getByRole('tab', { name: /Pending Requests/ }).click(),
  },
  screen('sponsor'),
  {
    name: 'dashboard-sponsor-pending',
    path: '/dashboard/sponsor',
    prepare: (page) => page.getByRole('tab', { name: /Pending Requests/ }).click(),
  },
  ...['header', 'logo', 'contact', 'newsletter', 'jobs', 'audit', 'trash', 'people', 'security', 'personal-data'].map(
    (part) => screen(part),
  ),
  {
    name: 'dashboard-security-add',
    path: '/dashboard/security',
    window: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  ...['blog', 'team', 'moderate'].flatMap((part) => [screen(part), dialog(part, 'Create New')]),
  screen('faq'),
  dialog('faq', 'Add New FAQ'),
  dialog('sponsor', 'Create New Sponsor'),
  { name: 'dashboard-no-session', path: '/dashboard/header', signedIn },
];
