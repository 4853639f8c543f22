import { Column, Entity } from 'typeorm';
import { ContentRow } from '../kinds/content-row.entity.js';

/** A library picture's name, texts and focal point. */
@Entity('media')
export class Media extends ContentRow {
  @Column('uuid', { unique: true }) imageId!: string;
  @Column('text', { default: '' }) name!: string;
  @Column('text', { default: '' }) alt!: string;
  @Column('text', { default: '' }) credit!: string;
  @Column('double precision', { default: () => '0.5' }) focalX!: number;
  @Column('double precision', { default: () => '0.5' }) focalY!: number;
}
