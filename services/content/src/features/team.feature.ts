/** The team members on the About page. */
import { teamImageField, teamImageLabel } from '@site/proto/content/v1/team.schema';
import { TeamServiceControllerMethods } from '@site/proto/gen/nest/content/v1/team';
import { Column, Entity } from 'typeorm';
import { contentFeature } from '../kinds/content-feature.js';
import { contentKind } from '../kinds/content-kind.js';
import { ContentRow } from '../kinds/content-row.entity.js';

/** Shown on the About page. */
@Entity('team_members')
export class TeamMember extends ContentRow {
  @Column('text') name!: string;
  @Column('text') designation!: string;
  @Column('uuid', { nullable: true }) portraitId!: string | null;
  /** Set by `orderRows`; new rows come last. */
  @Column({ type: 'integer', insert: false, update: false }) position!: number;
}

export const teamKind = contentKind({
  type: 'team',
  rpcName: 'TeamMember',
  field: 'member',
  entity: TeamMember,
  placed: true,
  fields: ['name', 'designation'],
  picture: {
    name: 'portrait',
    column: 'portraitId',
    kind: 'portrait',
    required: { field: teamImageField, label: teamImageLabel },
  },
  title: 'name',
  detail: 'designation',
  hasPersonalName: true,
  unknown: 'There is no such team member.',
});

export const team = contentFeature(TeamServiceControllerMethods, [teamKind]);
