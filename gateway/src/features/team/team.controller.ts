/** Routes of the team page, public and in the dashboard. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Inject, Req, Res } from '@nestjs/common';
import { editedMemberResponse, memberResponse } from '@site/proto/content/v1/team.responses';
import {
  teamImageField,
  teamImageLabel,
  teamMemberEditInput,
  teamMemberInput,
} from '@site/proto/content/v1/team.schema';
import { pageQuery } from '@site/proto/fields';
import type { TeamMember, TeamServiceClient } from '@site/proto/gen/nest/content/v1/team';
import { orderInput, type OrderInput } from '@site/proto/order.schema';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { fallbackUrl, toModeratedImageJson } from '../../responses/image-json.js';
import { sendPrepared } from '../../responses/prepared-response.js';
import { PublicResponses } from '../../responses/public-responses.js';
import { Describe } from '../../edge/api/api-docs.js';
import { success } from '../../edge/envelope.js';
import { CachedGet, PublicController } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';
import { editedList, OrderRoute } from '../../feature-kit/content-crud.js';
import { photoTypes } from '../../uploads/image-check.js';

@PublicController('main/teams', 'team')
export class TeamController {
  constructor(@Inject(PublicResponses) private readonly publicResponses: PublicResponses) {}

  @CachedGet()
  @Describe('The team, in the editors’ order.', z.array(memberResponse), [503])
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendPrepared(request, response, await this.publicResponses.wait('/main/teams'));
  }
}

const file = { field: teamImageField, label: teamImageLabel, types: photoTypes } as const;

export class AdminTeamController extends editedList({
  path: 'team',
  tag: 'team (dashboard)',
  permission: 'content',
  name: 'Team Member',
  client: (clients) => clients.of<TeamServiceClient>('content', 'TeamService'),
  answer: editedMemberResponse,
  toJson: (member: TeamMember) =>
    toResponse(editedMemberResponse, member, {
      image: fallbackUrl(member.portrait),
      picture: toModeratedImageJson(member.portrait),
    }),
  list: {
    title: 'Team members',
    summary: 'Members in display order, paged by next_cursor. The public pages show the first 100.',
    query: pageQuery,
    call: (client, page, metadata) =>
      client.listTeamMembers(page, metadata).then(({ members, nextCursor }) => ({ rows: members, nextCursor })),
  },
  create: {
    summary: 'Adds a member.',
    form: { fields: teamMemberInput, file: { ...file, required: true } },
    call: (client, { fields, upload, write }, metadata) =>
      client.createTeamMember({ ...fields, portrait: upload, ...write }, metadata).then(({ member }) => member),
  },
  edit: {
    summary: 'Changes a member. Without a file the picture stays.',
    form: { fields: teamMemberEditInput, file: { ...file, required: false } },
    call: (client, { fields: { team_id: id, ...fields }, upload, write }, metadata) =>
      client.updateTeamMember({ id, ...fields, portrait: upload, ...write }, metadata).then(({ member }) => member),
  },
  delete: {
    summary: 'Removes a member from the site. They can be restored for 30 days.',
    call: (client, id, metadata) => client.deleteTeamMember({ id }, metadata),
  },
}) {
  @OrderRoute('Sets the order of all members, also on the public pages. 409 if the list has changed since.')
  async order(@Body({ schema: orderInput }) input: OrderInput, @CallMetadata() metadata: Metadata) {
    await this.client.orderTeamMembers(input, metadata);
    return success('Order Saved Successfully', null);
  }
}
