import type { Metadata } from '@grpc/grpc-js';
import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  teamImageField,
  teamImageLabel,
  teamMemberEditInput,
  teamMemberInput,
} from '@site/proto/content/v1/team.schema';
import { pageQuery, type PageQuery } from '@site/proto/fields';
import type { TeamMember } from '@site/proto/gen/nest/content/v1/team';
import type { Request } from 'express';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { DescribeExpectedVersion, ExpectedVersion } from '../../edge/expected-version.js';
import { moderatedPictureJson } from '../../answers/pictures.js';
import { memberData } from '../../answers/shapes.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CallMetadata, Roles } from '../../edge/session.guard.js';
import { ChangesStateOnGet } from '../../edge/state-changing-get.guard.js';
import { DescribeUpload } from '../../uploads/api-upload.js';
import { photoTypes } from '../../uploads/picture-check.js';
import { Uploads, type UploadForm } from '../../uploads/uploads.js';
import { Describe, schemas } from '../../edge/api/api-docs.js';

const imageFile = { field: teamImageField, label: teamImageLabel, types: photoTypes } as const;
const createForm = {
  fields: teamMemberInput,
  file: { ...imageFile, required: true },
} satisfies UploadForm<typeof teamMemberInput>;
const editForm = {
  fields: teamMemberEditInput,
  file: { ...imageFile, required: false },
} satisfies UploadForm<typeof teamMemberEditInput>;

/** A member as its editors see it. */
const memberJson = (member: TeamMember) => ({
  ...memberData(member),
  picture: moderatedPictureJson(member.portrait),
  version: member.version,
});

/** The people of the About page. The GET that deletes is the specification's; it has twins. */
@ApiTags('team (dashboard)')
@ApiBearerAuth()
@Roles('admin')
@Controller('admin/main/team')
export class AdminTeamController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(Uploads) private readonly uploads: Uploads,
  ) {}

  @Get()
  @Describe(
    'Members, oldest first, paged by next_cursor. The public pages show the first 100.',
    schemas.editedMembers,
    [400, 401, 403, 503],
  )
  async list(@Query({ schema: pageQuery }) page: PageQuery, @CallMetadata() metadata: Metadata) {
    const { members, nextCursor } = await this.clients.team.listTeamMembers(page, metadata);
    return success('Team members', members.map(memberJson), { next_cursor: nextCursor ?? null });
  }

  @Post('create')
  @RateLimit('adminUpload')
  @DescribeUpload('Adds a member.', createForm, schemas.editedMember)
  async create(@Req() request: Request, @CallMetadata() metadata: Metadata) {
    const { member } = await this.uploads.receive(request, createForm, ({ fields, upload, idempotency }) =>
      this.clients.team.createTeamMember({ ...fields, portrait: upload, idempotency }, metadata),
    );
    return success('Team Member Created Successfully', member ? memberJson(member) : null);
  }

  @Post('edit')
  @HttpCode(200)
  @RateLimit('adminUpload')
  @DescribeExpectedVersion()
  @DescribeUpload('Changes a member. Without a file the picture stays.', editForm, schemas.editedMember, 200)
  async edit(
    @ExpectedVersion() expectedVersion: number | undefined,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const { member } = await this.uploads.receive(request, editForm, ({ fields, upload, idempotency }) => {
      const { team_id: id, name, designation } = fields;
      return this.clients.team.updateTeamMember(
        {
          ...{ id, name, designation },
          ...(upload && { portrait: upload }),
          ...(expectedVersion !== undefined && { expectedVersion }),
          idempotency,
        },
        metadata,
      );
    });
    return success('Team Member Updated Successfully', member ? memberJson(member) : null);
  }

  @Get('delete/:id')
  @ChangesStateOnGet()
  @Describe('Takes a member off the site. They can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByGet(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Post('delete/:id')
  @HttpCode(200)
  @Describe('Takes a member off the site. They can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByPost(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Delete(':id')
  @Describe('Takes a member off the site. They can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.clients.team.deleteTeamMember({ id }, metadata);
    return success('Team Member Deleted Successfully', null);
  }
}
