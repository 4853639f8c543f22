/** Sponsors: their rows, how pages display them, and responses. */
import { time } from '@site/platform/data/database';
import { newId } from '@site/platform/base/ids';
import { StoredImage, toImageMessage, type ImageView } from '@site/platform/lifecycle/images';
import type { PublicSponsor, Sponsor as SponsorMessage } from '@site/proto/gen/nest/submissions/v1/sponsors';
import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A sponsor, or a request to become one. */
@Entity('sponsors')
@Check('sponsors_status', `status IN ('pending', 'approved', 'rejected')`)
@Check('sponsors_decided', `(status = 'pending') = (decided_at IS NULL)`)
export class Sponsor {
  @PrimaryColumn('uuid') id: string = newId();
  /** Contact person; private. */
  @Column('text') name!: string;
  /** Private. */
  @Column('text') email!: string;
  /** Public, as the form says. */
  @Column('text') phoneNumber!: string;
  @Column('text') companyName!: string;
  @Column('text', { nullable: true }) url!: string | null;
  /** Private. */
  @Column('text') message!: string;
  @Column('text', { default: 'pending' }) status!: 'pending' | 'approved' | 'rejected';
  @Column('text', { nullable: true }) rejectReason!: string | null;
  /** Chosen for the hero by an admin; by default, the first approved one is there. */
  @Column('boolean', { default: false }) isTop!: boolean;
  @Column('uuid', { nullable: true }) logoId!: string | null;
  @ManyToOne(() => StoredImage)
  @JoinColumn({ foreignKeyConstraintName: 'sponsors_logo' })
  logo?: StoredImage | null;
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
  @Column({ ...time, nullable: true }) decidedAt!: string | null;
  /** Set by `orderRows`; newly approved ones come last. */
  @Column({ type: 'integer', insert: false, update: false }) position!: number;
  /** Can be restored for 30 days. Rejection sets it too. */
  @Column({ ...time, nullable: true }) deletedAt!: string | null;
  /** Incremented by edits, to detect conflicts. */
  @Column('integer', { default: 1 }) version!: number;
}

/** How the public pages display sponsors: "1" bar, "2" circle, "3" grid, "4" crop. One row. */
@Entity('sponsor_display')
@Check('sponsor_display_only_one', 'id = 1')
@Check('sponsor_display_view', `view IN ('1', '2', '3', '4')`)
export class SponsorDisplay {
  @PrimaryColumn('integer', { default: 1 }) id!: 1;
  @Column('text', { default: '1' }) view!: '1' | '2' | '3' | '4';
}

export type PublicSponsorRow = Pick<Sponsor, 'id' | 'companyName' | 'url' | 'phoneNumber' | 'isTop'> & {
  logo?: ImageView | null;
};

/** Omits personal data, and a logo that is still being processed. */
export function publicSponsor({ id, companyName, url, phoneNumber, logo }: PublicSponsorRow): PublicSponsor {
  return {
    id,
    name: companyName,
    url: url ?? undefined,
    phoneNumber,
    logo: logo?.state === 'ready' ? toImageMessage(logo) : undefined,
  };
}

export function sponsorMessage(sponsor: Sponsor): SponsorMessage {
  const { id, name, email, phoneNumber, companyName, message, status, isTop, createdAt, version, logo } = sponsor;
  return {
    id,
    name,
    email,
    phoneNumber,
    companyName,
    message,
    status,
    isTop,
    createdAt,
    version,
    url: sponsor.url ?? undefined,
    logo: logo ? toImageMessage(logo) : undefined,
    decidedAt: sponsor.decidedAt ?? undefined,
    rejectReason: sponsor.rejectReason ?? undefined,
  };
}
