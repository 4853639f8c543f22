import { newId } from '@site/platform/base/ids';
import type { SavedTextKind } from '@site/proto/submissions/v1/saved-texts.schema';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A text that staff reuse. Contains no personal data of visitors. */
@Entity('saved_texts')
@Check('saved_texts_kind', `kind IN ('reply', 'reason')`)
export class SavedText {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') kind!: SavedTextKind;
  /** Unique within the kind, in any case. */
  @Column('text') title!: string;
  @Column('text') text!: string;
}
