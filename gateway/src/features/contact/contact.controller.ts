/** Routes of the contact form and of the dashboard's inbox. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Get, Inject, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { createdResponse } from '@site/proto/responses';
import type { PeopleServiceClient } from '@site/proto/gen/nest/auth/v1/people';
import type {
  ContactMessage,
  ContactServiceClient,
  CreateContactMessageRequest,
} from '@site/proto/gen/nest/submissions/v1/contact';
import {
  assigneeResponse,
  contactMessageResponse,
  dryRunResponse,
  messageOutcomeResponse,
  messageReplyResponse,
  type MessageCounts,
} from '@site/proto/submissions/v1/contact.responses';
import {
  assigneeInput,
  contactInput,
  contactListQuery,
  messagesStateInput,
  noteInput,
  replyInput,
  type ContactInput,
} from '@site/proto/submissions/v1/contact.schema';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { Deletes } from '../../feature-kit/method-aliases.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { RequestBatcher } from '../../edge/clients/request-batcher.js';
import { success } from '../../edge/envelope.js';
import { DescribeDryRun, isDryRun } from '../../edge/dry-run.js';
import { DescribeExpectedVersion, ExpectedVersion } from '../../edge/expected-version.js';
import { badField, requireId, missing } from '../../edge/http-errors.js';
import { DescribeFormCheck, filledByProgram } from '../../edge/form-check.js';
import { giveBackNow, RateLimit } from '../../edge/rate-limit.guard.js';
import { DashboardController, PostJson, PublicController } from '../../edge/routes.js';
import { Allowed, CallMetadata } from '../../edge/session.guard.js';
import { Takes } from '../../edge/consumes.js';
import { DescribeIdempotencyKey, idempotencyClaim } from '../../uploads/idempotency.js';

const clientOf = (clients: Clients) => clients.of<ContactServiceClient>('submissions', 'ContactService');

@PublicController('main', 'contact')
export class ContactController {
  private readonly client;
  private readonly messages;

  constructor(@Inject(Clients) clients: Clients) {
    const client = clientOf(clients);
    this.client = client;
    this.messages = new RequestBatcher<CreateContactMessageRequest, { id: string }>({
      single: client.createContactMessage,
      async batch(messages, ...call) {
        const { ids } = await client.createContactMessages({ messages }, ...call);
        return ids.map((id) => (id === '' ? undefined : { id }));
      },
    });
  }

  @Post('contact-us')
  @RateLimit('contact')
  @Takes('application/x-www-form-urlencoded')
  @DescribeIdempotencyKey()
  @DescribeFormCheck()
  @DescribeDryRun(dryRunResponse)
  @Describe(
    'Sends a message to the site’s team.',
    z.union([createdResponse, dryRunResponse]),
    [400, 415, 422, 429, 503],
    201,
  )
  async create(
    @Body({ schema: contactInput }) input: ContactInput,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
    @Res({ passthrough: true }) response: Response,
  ) {
    const idempotency = idempotencyClaim(request, input);
    if (isDryRun(request)) return this.dryRun({ ...input, idempotency }, metadata, response);
    const { id } = filledByProgram(request)
      ? { id: newId() }
      : await this.messages.call({ ...input, idempotency }, metadata);
    return success('Contact Request Send', { id });
  }

  private async dryRun(message: CreateContactMessageRequest, metadata: Metadata, response: Response) {
    const { oldestUnsentMailSeconds } = await this.client.dryRunContactMessage({ message }, metadata);
    giveBackNow(response);
    response.status(200);
    return success('Dry Run: Nothing Was Kept', {
      dry_run: true as const,
      oldest_unsent_mail_seconds: oldestUnsentMailSeconds,
    });
  }
}

const contactJson = (message: ContactMessage) =>
  toResponse(contactMessageResponse, message, {
    replies: message.replies.map((reply) => toResponse(messageReplyResponse, reply)),
  });
const noSuchMessage = 'This message does not exist.';
function toMessageResponse(message: ContactMessage | undefined) {
  if (!message) throw missing(noSuchMessage);
  return contactJson(message);
}
const checkedId = (id: string) => requireId(id, noSuchMessage);

@DashboardController('admin/main/contact-us', 'contact (dashboard)', 'messages')
export class AdminContactController {
  private readonly client;
  private readonly people;

  constructor(@Inject(Clients) clients: Clients) {
    this.client = clientOf(clients);
    this.people = clients.of<PeopleServiceClient>('auth', 'PeopleService');
  }

  @Get()
  @Describe(
    'Messages, newest first, paged by next_cursor; q matches words, state is new, mine (new, assigned to you) or handled, same_sender_as lists the other messages from a message’s address. counts has the number of messages in each state that match q.',
    z.array(contactMessageResponse),
    [400, 401, 403, 404, 503],
  )
  async list(
    @Query({ schema: contactListQuery }) query: z.infer<typeof contactListQuery>,
    @CallMetadata() metadata: Metadata,
  ) {
    const { cursor, limit, q, state, same_sender_as: sameSenderAs } = query;
    const request = { cursor, limit, state, sameSenderAs, ...(q && { q }) };
    const page = await this.client.listContactMessages(request, metadata);
    return success('Contact messages', page.messages.map(contactJson), {
      next_cursor: page.nextCursor ?? null,
      counts: { new: page.newCount, handled: page.handledCount, mine: page.mineCount } satisfies MessageCounts,
    });
  }

  @PostJson('state')
  @Describe(
    'Marks messages as handled or as new, each individually.',
    z.array(messageOutcomeResponse),
    [400, 401, 403, 415, 503],
  )
  async setState(
    @Body({ schema: messagesStateInput }) input: z.infer<typeof messagesStateInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const { outcomes } = await this.client.setMessagesState(input, metadata);
    const data = outcomes.map(({ id, message }) => ({ id, message: message ? contactJson(message) : null }));
    return success('Messages Updated Successfully', data);
  }

  @Get('assignees')
  @Describe('Users whom messages can be assigned to.', z.array(assigneeResponse), [401, 403, 503])
  async assignees(@CallMetadata() metadata: Metadata) {
    const { assignees } = await this.people.listAssignees({}, metadata);
    return success(
      'Assignees',
      assignees.map((one) => toResponse(assigneeResponse, one)),
    );
  }

  @Put(':id/assignee')
  @Takes('application/json')
  @Describe('Assigns a message to a user, or to nobody.', contactMessageResponse, [400, 401, 403, 404, 415, 503])
  async assign(
    @Param('id') id: string,
    @Body({ schema: assigneeInput }) { assignee }: z.infer<typeof assigneeInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const which = checkedId(id);
    const { assignees } = assignee === null ? { assignees: [] } : await this.people.listAssignees({}, metadata);
    const found = assignees.find((one) => one.id === assignee);
    if (assignee !== null && !found)
      throw badField('assignee', 'This person can’t read messages any more. Choose another.');
    const request = { id: which, assigneeId: found?.id, assigneeName: found?.name };
    const message = await this.client.assignMessage(request, metadata);
    return success('Assignment Saved Successfully', toMessageResponse(message));
  }

  @Put(':id/note')
  @Takes('application/json')
  @DescribeExpectedVersion()
  @Describe('Replaces the internal note on a message.', contactMessageResponse, [400, 401, 403, 404, 409, 415, 503])
  async updateNote(
    @Param('id') id: string,
    @Body({ schema: noteInput }) { note }: z.infer<typeof noteInput>,
    @ExpectedVersion() expectedVersion: number | undefined,
    @CallMetadata() metadata: Metadata,
  ) {
    const message = await this.client.updateNote({ id: checkedId(id), note, expectedVersion }, metadata);
    return success('Note Saved Successfully', toMessageResponse(message));
  }

  @Post(':id/reply')
  @Takes('application/json')
  @DescribeIdempotencyKey()
  @Describe(
    'Answers a message by mail and marks it as handled. The mail is sent shortly afterwards; the returned reply says whether it has been.',
    contactMessageResponse,
    [400, 401, 403, 404, 415, 422, 503],
    201,
  )
  async reply(
    @Param('id') id: string,
    @Body({ schema: replyInput }) { text }: z.infer<typeof replyInput>,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const which = checkedId(id);
    const idempotency = idempotencyClaim(request, { id: which, text });
    const message = await this.client.replyToMessage({ id: which, text, idempotency }, metadata);
    return success('Your Answer Is On Its Way', toMessageResponse(message));
  }

  @Deletes('Deletes a message. It can be restored for 30 days.')
  @Allowed('remove')
  async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.client.deleteContactMessage({ id: checkedId(id) }, metadata);
    return success('Contact Deleted Successfully', null);
  }
}
