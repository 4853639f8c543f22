import type { Campaign } from '@site/proto/submissions/v1/newsletter.responses';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuditEntry } from '@site/proto/audit/v1/audit.responses';
import type { ModeratedImage } from '@site/proto/images/v1/images.responses';
import type { Overview } from '@site/proto/submissions/v1/overview.responses';
import { buildImage } from './builders.js';
import type { FakeResponse, FakeRoutes, SeenCall } from './fake-gateway.js';
import { renderApp } from './render-app.js';

export const failure = (
  status: number,
  message: string,
  errors: { field: string; message: string }[] = [],
): FakeResponse => ({
  status,
  body: { status: false, action: message, message, errors: errors.length > 0 ? errors : [{ message }] },
});

export const signInAs = (type: string, token: string | undefined = 't') =>
  localStorage.setItem(
    'userData',
    JSON.stringify({ type, ...(token && { token }), id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' }),
  );

/** Opens a screen as a signed-in user and waits for its heading. */
export async function openScreen(path: string, routes: FakeRoutes, type = 'admin') {
  signInAs(type);
  const app = renderApp(path, { routes });
  await screen.findByRole('heading', { level: 1 });
  return { user: userEvent.setup(), ...app };
}

export const callsTo = (calls: SeenCall[], address: string) =>
  calls.filter(({ method, path }) => `${method} ${path}` === address);

/** Returns the fields of a submitted multipart form; files by name. */
export const fieldsOf = (call: SeenCall | undefined): Record<string, string> =>
  Object.fromEntries(
    [...(call?.body as FormData).entries()].map(([name, value]) => [name, value instanceof File ? value.name : value]),
  );

export const buildAuditEntry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '1',
  principal_id: 'ada',
  principal_name: 'Ada Lovelace',
  action: 'snapshot.approve',
  kind: 'change',
  subject_id: 'x',
  subject_label: '',
  detail: '',
  at: new Date().toISOString(),
  client_address: '203.0.113.7',
  request_id: 'r1',
  number: 7,
  hash: 'ab12',
  ...change,
});

export const buildEditedImage = (change: Partial<ModeratedImage> = {}): ModeratedImage => ({
  ...buildImage(),
  duplicate_of: [],
  rejected_because: '',
  retry_id: '',
  ...change,
});

export const buildCampaign = (change: Partial<Campaign> = {}): Campaign => ({
  id: 'c1',
  post_id: 'p1',
  title: 'Shelf clouds',
  state: 'sent',
  recipients: 10,
  sent: 9,
  failed: 1,
  skipped: 0,
  maybe_repeated: 0,
  created_at: '2026-11-20T12:00:00Z',
  started_at: '2026-11-20T12:00:05Z',
  finished_at: '2026-11-20T12:02:05Z',
  scheduled_at: null,
  hold_reason: null,
  ...change,
});

export const buildOverview = (change: Partial<Overview> = {}): Overview => ({
  waiting: {
    snapshots: 3,
    sponsors: 1,
    contact_messages: 4,
    new_messages: 0,
    drafts: 0,
    scheduled_posts: 0,
    planned_campaigns: 0,
    paused_campaigns: 0,
  },
  waiting_since: { snapshots: null, sponsors: null, new_messages: null, drafts: null },
  coming: { post_at: null, campaign_at: null },
  outbox: { unprocessed: 2, oldest_age_seconds: 75 },
  failed_jobs: 0,
  newsletter: { confirmed: 30, pending: 10, last_campaign: null },
  providers: [],
  latest_audit: [buildAuditEntry()],
  services: { content: 'up', submissions: 'up', auth: 'up', weather: 'down' },
  ...change,
});
