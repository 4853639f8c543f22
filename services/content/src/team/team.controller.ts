import { Controller, Inject } from '@nestjs/common';
import {
  TeamServiceControllerMethods,
  type ListTeamMembersResponse,
  type TeamMember,
  type TeamServiceController,
} from '@site/proto/gen/nest/content/v1/team';
import { DataSource } from 'typeorm';
import { liveTeam, oldestMembersFirst, teamMemberMessage } from '../messages.sql.js';

@Controller()
@TeamServiceControllerMethods()
export class TeamController implements TeamServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async listTeamMembers(): Promise<ListTeamMembersResponse> {
    const rows = await this.dataSource.query<{ member: TeamMember }[]>(
      `SELECT ${teamMemberMessage} AS member FROM ${liveTeam} ORDER BY ${oldestMembersFirst}`,
    );
    return { members: rows.map((row) => row.member) };
  }
}
