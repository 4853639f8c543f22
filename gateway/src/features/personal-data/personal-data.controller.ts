/** Dashboard routes that export, erase or redact the personal data of an address. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Inject } from '@nestjs/common';
import { emailKey } from '@site/domain/email-address';
import { auditedServices, type AuditedService } from '@site/domain/kinds';
import type { PeopleServiceClient } from '@site/proto/gen/nest/auth/v1/people';
import type { MentionsServiceClient } from '@site/proto/gen/nest/mentions/v1/mentions';
import type { PersonalDataServiceClient as AlertDataServiceClient } from '@site/proto/gen/nest/notifications/v1/personal_data';
import type {
  ExportPersonalDataResponse,
  StoredMessage,
  StoredSubscription,
  PersonalDataServiceClient,
} from '@site/proto/gen/nest/submissions/v1/personal_data';
import { storedAlertsResponse } from '@site/proto/notifications/v1/personal-data.responses';
import {
  erasureResponse,
  personalDataResponse,
  personalDataParts as parts,
  redactionResponse,
  type PersonalData,
} from '@site/proto/submissions/v1/personal-data.responses';
import {
  erasureInput,
  personalDataInput,
  redactionInput,
  type RedactionInput,
} from '@site/proto/submissions/v1/personal-data.schema';
import type { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { render } from '../../edge/error.filter.js';
import { busy } from '../../edge/http-errors.js';
import { DashboardController, PostJson } from '../../edge/routes.js';
import { CallMetadata, NeedsRecentSignIn } from '../../edge/session.guard.js';

/** What an export omits. The periods match docs/security.md. */
const notes = [
  'The audit log keeps the actions on these items, without the address.',
  'Network addresses of signed-in users are kept for 90 days, those of visitors for a day at most.',
  'Request logs also contain network addresses, for as long as the operator keeps these logs.',
  'Backups contain the same data until they expire.',
];
const staffAccount =
  'This address belongs to a dashboard account, which isn’t erased here. Delete it under Moderators; it’s gone for good after 30 days.';
const retainedAfterErasure = [
  'Pictures are removed within minutes. Browsers and caches may show a public one for another minute.',
  'The audit log still shows that these items existed and who decided on them, without names or the address.',
  'Backups contain them until they expire.',
];
const stopNotice = 'If the phone has sent STOP, we keep a hash of its number so that it never gets a text again.';
const describeRetainedSponsors = (count: number) =>
  `${count === 1 ? 'An approved sponsor stays' : `${count} approved sponsors stay`} on the site with company, address, logo and public phone number; the contact’s name, email address and message were removed. To remove the company as well, delete the sponsor under Sponsors.`;

/** A partial response would read as "nothing is kept". */
const alertsUnknown =
  'We can’t check this person’s alert subscriptions right now, so nothing was changed. Try again in a minute.';
const mentionsUnknown =
  'We can’t search all texts for this person right now, so nothing was changed. Try again in a minute.';

const messageJson = (message: StoredMessage) =>
  toResponse(parts.message, message, { replies: message.replies.map((reply) => toResponse(parts.reply, reply)) });
const subscriptionJson = (subscription: StoredSubscription) =>
  toResponse(parts.newsletter, subscription, {
    deliveries: subscription.deliveries.map((delivery) => toResponse(parts.delivery, delivery)),
  });

/** Uses POST, to keep addresses out of access logs. */
@DashboardController('admin/main/personal-data', 'personal data', 'records')
export class PersonalDataController {
  private readonly personalData;
  private readonly toAlertJson;
  private readonly people;
  private readonly mentions;

  constructor(@Inject(Clients) clients: Clients) {
    this.personalData = clients.of<PersonalDataServiceClient>('submissions', 'PersonalDataService');
    this.toAlertJson = clients.of<AlertDataServiceClient>('notifications', 'PersonalDataService');
    this.people = clients.of<PeopleServiceClient>('auth', 'PeopleService');
    this.mentions = clients.ofServices<MentionsServiceClient, AuditedService>(
      auditedServices,
      'mentions',
      'MentionsService',
    );
  }

  @NeedsRecentSignIn()
  @PostJson('export')
  @Describe(
    'Everything stored under an email address, phone number or push subscription, including deleted items that can still be restored. Recorded in the audit log.',
    personalDataResponse,
    [400, 401, 403, 415, 429, 503],
  )
  async export(
    @Body({ schema: personalDataInput }) input: z.infer<typeof personalDataInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const { email = '', phone, push } = input;
    const account = await this.accountOf(email, metadata);
    const { alerts } = await orUnknown(this.toAlertJson.exportPersonalData({ email, phone, push }, metadata));
    const mentions = await this.mentionsOf({ email, phone }, metadata);
    const pages: ExportPersonalDataResponse[] = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const page = await this.personalData.exportPersonalData({ email, phone, cursor }, metadata);
      pages.push(page);
      cursor = page.nextCursor;
    }
    const [{ receipt, exportedAt, newsletter }] = pages as [ExportPersonalDataResponse];
    const stored = {
      snapshots: pages.flatMap(({ snapshots }) => snapshots.map((row) => toResponse(parts.snapshot, row))),
      sponsors: pages.flatMap(({ sponsors }) => sponsors.map((row) => toResponse(parts.sponsor, row))),
      messages: pages.flatMap(({ messages }) => messages.map(messageJson)),
      newsletter: newsletter ? subscriptionJson(newsletter) : null,
      alerts: alerts ? toResponse(storedAlertsResponse, alerts) : null,
    };
    const data: PersonalData = {
      receipt,
      email,
      phone: phone ?? '',
      push: push ?? '',
      exported_at: exportedAt,
      found:
        stored.snapshots.length +
        stored.sponsors.length +
        stored.messages.length +
        (newsletter ? 1 : 0) +
        (alerts ? 1 : 0),
      ...stored,
      mentions,
      log: pages.flatMap(({ log }) => log.map((entry) => toResponse(parts.logEntry, entry))),
      account,
      notes: account ? [...notes, staffAccount] : notes,
    };
    return success('Stored data', data);
  }

  @NeedsRecentSignIn()
  @PostJson('erase')
  @Describe(
    'Permanently removes what is stored under an email address, phone number or push subscription. Repeating it removes nothing more. Recorded in the audit log.',
    erasureResponse,
    [400, 401, 403, 415, 429, 503],
  )
  async erase(@Body({ schema: erasureInput }) input: z.infer<typeof erasureInput>, @CallMetadata() metadata: Metadata) {
    const { email = '', phone, push } = input;
    const account = await this.accountOf(email, metadata);
    // First, so that nothing has been erased yet if it fails.
    const mentions = await this.mentionsOf({ email, phone }, metadata);
    const { subscriptions: alerts } = await orUnknown(
      this.toAlertJson.erasePersonalData({ email, phone, push }, metadata),
    );
    const { receipt, snapshots, sponsors, messages, newsletter, sponsorsRetained } =
      await this.personalData.erasePersonalData({ email, phone }, metadata);
    const retained = [
      ...(sponsorsRetained > 0 ? [describeRetainedSponsors(sponsorsRetained)] : []),
      ...(account ? [staffAccount] : []),
      ...(phone === undefined ? [] : [stopNotice]),
      ...retainedAfterErasure,
    ];
    return success('Erased', {
      receipt,
      erased: { snapshots, sponsors, messages, newsletter, alerts },
      mentions,
      retained,
    });
  }

  @NeedsRecentSignIn()
  @PostJson('redact')
  @Describe(
    'Replaces the address or number by “[removed]” in one of the texts that the export and the erasure list. Recorded in the audit log.',
    redactionResponse,
    [400, 401, 403, 415, 422, 429, 503],
  )
  async redact(@Body({ schema: redactionInput }) input: RedactionInput, @CallMetadata() metadata: Metadata) {
    const { email = '', phone, service, place, id } = input;
    const { redacted } = await this.mentions[service].redactMention({ email, phone, place, id }, metadata);
    return success('Redacted', { redacted });
  }

  private async mentionsOf(
    person: { email: string; phone: string | undefined },
    metadata: Metadata,
  ): Promise<PersonalData['mentions']> {
    if (person.email === '' && person.phone === undefined) return [];
    const found = await Promise.all(
      auditedServices.map(async (service) => {
        const { mentions } = await orUnknown(this.mentions[service].findMentions(person, metadata), mentionsUnknown);
        return mentions.map((mention) => toResponse(parts.mention, mention, { service }));
      }),
    );
    return found.flat();
  }

  private async accountOf(email: string, metadata: Metadata): Promise<PersonalData['account']> {
    if (email === '') return null;
    const { people } = await this.people.listPeople({}, metadata);
    const theirs = people.find((user) => emailKey(user.email) === email);
    return theirs ? { id: theirs.id, name: theirs.name, role: theirs.role } : null;
  }
}

/** @throws 503 with an explanation if the service is unreachable */
async function orUnknown<Result>(asking: Promise<Result>, message = alertsUnknown): Promise<Result> {
  try {
    return await asking;
  } catch (error) {
    const { status, retryAfterSeconds } = render(error);
    throw status === 503 || status === 504 ? busy(message, retryAfterSeconds) : error;
  }
}
