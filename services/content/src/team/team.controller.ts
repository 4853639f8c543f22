import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { addPicture } from '@site/platform/pictures';
import {
  TeamServiceControllerMethods,
  type CreateTeamMemberRequest,
  type CreateTeamMemberResponse,
  type DeleteTeamMemberRequest,
  type ListTeamMembersRequest,
  type ListTeamMembersResponse,
  type TeamMember,
  type TeamServiceController,
  type UpdateTeamMemberRequest,
  type UpdateTeamMemberResponse,
} from '@site/proto/gen/nest/content/v1/team';
import { teamImageField, teamImageLabel } from '@site/proto/content/v1/team.schema';
import { invalid } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { createRow, deleteRow, editRow, readAdmin } from '../editing.js';
import { kinds } from '../kinds.js';
import { readPage, type List } from '../lists.js';
import { liveTeam, team, teamMemberMessage } from '../messages.sql.js';

const oldestMembers: List = { message: teamMemberMessage, from: liveTeam, row: 'member', newestFirst: false };

function noPortrait() {
  const message = `${teamImageLabel} is required`;
  return invalid(message, [{ field: teamImageField, message }]);
}

@Controller()
@TeamServiceControllerMethods()
export class TeamController implements TeamServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async listTeamMembers(request: ListTeamMembersRequest): Promise<ListTeamMembersResponse> {
    const { page, nextCursor } = await readPage<TeamMember>(this.dataSource, oldestMembers, request);
    return { members: page, nextCursor };
  }

  async createTeamMember(request: CreateTeamMemberRequest, metadata?: Metadata): Promise<CreateTeamMemberResponse> {
    const { name, designation, portrait, idempotency } = request;
    const claim = { idempotency, caller: readAdmin(metadata) };
    if (!portrait) throw noPortrait();
    const { id, replayed } = await createRow(this.dataSource, kinds.team, claim, async (manager) => ({
      ...{ name, designation },
      portraitId: await addPicture(manager, portrait, 'portrait', true),
    }));
    return { member: await this.find(id), replayed };
  }

  async updateTeamMember(request: UpdateTeamMemberRequest, metadata?: Metadata): Promise<UpdateTeamMemberResponse> {
    const { name, designation, portrait } = request;
    const edit = { ...request, caller: readAdmin(metadata) };
    const { id, replayed } = await editRow(this.dataSource, kinds.team, edit, async (manager, { picture }) => {
      if (!portrait && !picture) throw noPortrait();
      return {
        ...{ name, designation },
        ...(portrait && { portraitId: await addPicture(manager, portrait, 'portrait', true) }),
      };
    });
    return { member: await this.find(id), replayed };
  }

  async deleteTeamMember({ id }: DeleteTeamMemberRequest, metadata?: Metadata) {
    await deleteRow(this.dataSource, kinds.team, id, readAdmin(metadata));
    return {};
  }

  /** A member who was just written; also when someone deleted them in the same moment. */
  private async find(id: string): Promise<TeamMember | undefined> {
    const [row] = await this.dataSource.query<{ member: TeamMember }[]>(
      `SELECT ${teamMemberMessage} AS member FROM ${team} WHERE member.id = $1`,
      [id],
    );
    return row?.member;
  }
}
