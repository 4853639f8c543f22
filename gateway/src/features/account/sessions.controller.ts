/** Routes where signed-in users list and end their sessions. */
import type { Metadata } from '@grpc/grpc-js';
import { Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { emptyResponse } from '@site/proto/responses';
import {
  openSessionResponse,
  openSessionsResponse,
  sessionsEndedResponse,
} from '@site/proto/auth/v1/sessions.responses';
import { toResponse } from '../../responses/response-from.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { DashboardController } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';

@DashboardController('admin/auth/sessions', 'account (dashboard)', 'account')
export class SessionsController {
  constructor(@Inject(Clients) private readonly clients: Clients) {}

  @Get()
  @Describe('Your open sessions, most recently used first.', openSessionsResponse, [401, 503])
  async list(@CallMetadata() metadata: Metadata) {
    const { sessions, idleMinutes } = await this.clients.sessions.listSessions({}, metadata);
    const entries = sessions.map((session) => toResponse(openSessionResponse, session));
    return success('Sessions', { sessions: entries, idle_minutes: idleMinutes });
  }

  @Delete(':id')
  @Describe('Ends one of them immediately, wherever its token is used.', emptyResponse, [401, 404, 429, 503])
  async end(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.clients.sessions.endSession({ id }, metadata);
    return success('Session Ended Successfully', null);
  }

  @Post('end-others')
  @HttpCode(200)
  @Describe('Ends all of them except this one.', sessionsEndedResponse, [401, 429, 503])
  async endOthers(@CallMetadata() metadata: Metadata) {
    const { ended } = await this.clients.sessions.endOtherSessions({}, metadata);
    return success('Sessions Ended Successfully', { ended });
  }
}
