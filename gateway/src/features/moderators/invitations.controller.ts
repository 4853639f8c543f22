/** Routes for inviting moderators, and for accepting an invitation. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { emptyResponse } from '@site/proto/responses';
import {
  acceptedInvitationResponse,
  invitationResponse,
  invitationsResponse,
  type Invitation,
} from '@site/proto/auth/v1/invitations.responses';
import {
  acceptInvitationInput,
  inviteInput,
  invitationTokenInput,
  type InviteInput,
} from '@site/proto/auth/v1/invitations.schema';
import type {
  Invitation as InvitationMessage,
  InvitationsServiceClient,
} from '@site/proto/gen/nest/auth/v1/invitations';
import type { Request } from 'express';
import type { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { busy, requireId } from '../../edge/http-errors.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { DashboardController, PostJson } from '../../edge/routes.js';
import { CallMetadata, NeedsRecentSignIn, Public } from '../../edge/session.guard.js';

const checkedId = (id: string) => requireId(id, 'This invitation does not exist any more.');

function toInvitationResponse(message: InvitationMessage | undefined): Invitation {
  if (!message) throw busy();
  return toResponse(invitationResponse, message);
}

@DashboardController('admin/main/people/invitations', 'moderators (dashboard)', 'people')
export class AdminInvitationsController {
  private readonly invitations;

  constructor(@Inject(Clients) clients: Clients) {
    this.invitations = clients.of<InvitationsServiceClient>('auth', 'InvitationsService');
  }

  @Get()
  @Describe(
    'Invitations that are neither accepted nor revoked, newest first, expired ones included.',
    invitationsResponse,
    [401, 403, 503],
  )
  async list(@CallMetadata() metadata: Metadata) {
    const { invitations, mailDelivered } = await this.invitations.listInvitations({}, metadata);
    return success('Invitations', {
      invitations: invitations.map(toInvitationResponse),
      mail_delivered: mailDelivered,
    });
  }

  @NeedsRecentSignIn()
  @PostJson()
  @Describe(
    'Invites someone by email to become a user with a role.',
    invitationResponse,
    [400, 401, 403, 415, 429, 503],
  )
  async create(@Body({ schema: inviteInput }) input: InviteInput, @CallMetadata() metadata: Metadata) {
    const { valid_days: validDays, ...user } = input;
    const invitation = await this.invitations.createInvitation({ ...user, validDays }, metadata);
    return success('Invitation Sent Successfully', toInvitationResponse(invitation));
  }

  @NeedsRecentSignIn()
  @Post(':id/resend')
  @HttpCode(200)
  @Describe(
    'Mails a new link, which replaces the previous one, and restarts the time to accept it.',
    invitationResponse,
    [401, 403, 404, 429, 503],
  )
  async resend(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const invitation = await this.invitations.resendInvitation({ id: checkedId(id) }, metadata);
    return success('Invitation Sent Successfully', toInvitationResponse(invitation));
  }

  @Post(':id/revoke')
  @HttpCode(200)
  @Describe('Makes an invitation’s link invalid.', emptyResponse, [401, 403, 404, 429, 503])
  async revoke(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.invitations.revokeInvitation({ id: checkedId(id) }, metadata);
    return success('Invitation Revoked Successfully', null);
  }
}

/** For the invited person. The token is in the body, so that no log contains it. */
@ApiTags('sign-in')
@Controller('admin/auth/invitation')
@Public()
export class InvitationController {
  private readonly invitations;

  constructor(@Inject(Clients) clients: Clients) {
    this.invitations = clients.of<InvitationsServiceClient>('auth', 'InvitationsService');
  }

  @PostJson()
  @RateLimit('reset')
  @Describe(
    'The invitation of a mailed link; 422 when it was used or revoked, or has expired.',
    invitationResponse,
    [400, 404, 415, 422, 429, 503],
  )
  async read(
    @Body({ schema: invitationTokenInput }) { token }: z.infer<typeof invitationTokenInput>,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
  ) {
    const invitation = await this.invitations.getInvitation({ token, clientAddress: request.ip ?? '' }, metadata);
    return success('Invitation', toInvitationResponse(invitation));
  }

  @PostJson('accept')
  @RateLimit('reset')
  @Describe(
    'Creates the invited person’s account with the chosen password. A link works once.',
    acceptedInvitationResponse,
    [400, 404, 415, 422, 429, 503],
  )
  async accept(
    @Body({ schema: acceptInvitationInput }) input: z.infer<typeof acceptInvitationInput>,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
  ) {
    const { email } = await this.invitations.acceptInvitation({ ...input, clientAddress: request.ip ?? '' }, metadata);
    return success('Your account is ready.', { email });
  }
}
