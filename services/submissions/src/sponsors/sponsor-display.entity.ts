import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How the public pages display sponsors: "1" bar, "2" circle, "3" grid, "4" crop. One row. */
@Entity('sponsor_display')
@Check('sponsor_display_only_one', 'id = 1')
@Check('sponsor_display_view', `view IN ('1', '2', '3', '4')`)
export class SponsorDisplay {
  @PrimaryColumn('integer', { default: 1 }) id!: 1;
  @Column('text', { default: '1' }) view!: '1' | '2' | '3' | '4';
}
