/** Dashboard routes of all accounts: roles and resets of second factors. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { emptyResponse } from '@site/proto/responses';
import { colleagueResponse, type Colleague } from '@site/proto/auth/v1/people.responses';
import { changeRoleInput } from '@site/proto/auth/v1/people.schema';
import type { Colleague as ColleagueMessage, PeopleServiceClient } from '@site/proto/gen/nest/auth/v1/people';
import { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { busy, requireId } from '../../edge/http-errors.js';
import { DashboardController, PostJson } from '../../edge/routes.js';
import { CallMetadata, NeedsRecentSignIn } from '../../edge/session.guard.js';

const checkedId = (id: string) => requireId(id, 'This person does not exist.');

function toAccountResponse(message: ColleagueMessage | undefined): Colleague {
  if (!message) throw busy();
  return toResponse(colleagueResponse, message);
}

@DashboardController('admin/main/people', 'moderators (dashboard)', 'people')
export class PeopleController {
  private readonly people;

  constructor(@Inject(Clients) clients: Clients) {
    this.people = clients.of<PeopleServiceClient>('auth', 'PeopleService');
  }

  @Get()
  @Describe('Admins and moderators, admins first.', z.array(colleagueResponse), [401, 403, 503])
  async list(@CallMetadata() metadata: Metadata) {
    const { people } = await this.people.listPeople({}, metadata);
    return success('People', people.map(toAccountResponse));
  }

  @NeedsRecentSignIn()
  @PostJson(':id/role')
  @Describe(
    'Changes a user’s role and ends their sessions.',
    colleagueResponse,
    [400, 401, 403, 404, 415, 422, 429, 503],
  )
  async changeRole(
    @Param('id') id: string,
    @Body({ schema: changeRoleInput }) { role }: z.infer<typeof changeRoleInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const person = await this.people.changeRole({ id: checkedId(id), role }, metadata);
    return success('Role Changed Successfully', toAccountResponse(person));
  }

  @NeedsRecentSignIn()
  @Post(':id/reset-second-factor')
  @HttpCode(200)
  @Describe('Removes a user’s second factors and ends their sessions.', emptyResponse, [401, 403, 404, 422, 429, 503])
  async resetSecondFactor(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.people.resetSecondFactor({ id: checkedId(id) }, metadata);
    return success('Second Factor Reset Successfully', null);
  }
}
