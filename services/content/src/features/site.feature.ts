/** Parts of every page that editors set: the text of the top bar, and the logo. */
import { logoImageField, logoImageLabel } from '@site/proto/content/v1/site.schema';
import { SiteServiceControllerMethods } from '@site/proto/gen/nest/content/v1/site';
import { Column, Entity } from 'typeorm';
import { contentFeature } from '../kinds/content-feature.js';
import { contentKind } from '../kinds/content-kind.js';
import { ContentRow } from '../kinds/content-row.entity.js';

/** Scrolls in the top bar. A partial unique index allows only one undeleted row. */
@Entity('site_headers')
export class SiteHeader extends ContentRow {
  @Column('text') header!: string;
}

export const headerKind = contentKind({
  type: 'header',
  rpcName: 'Header',
  single: true,
  entity: SiteHeader,
  fields: ['header'],
  title: 'header',
  unknown: 'There is no such header.',
  placeTaken: 'There is already a header. Edit that one, or delete it first.',
});

/** A partial unique index allows only one undeleted row. */
@Entity('site_logos')
export class SiteLogo extends ContentRow {
  @Column('uuid') imageId!: string;
}

export const logoKind = contentKind({
  type: 'logo',
  rpcName: 'Logo',
  single: true,
  entity: SiteLogo,
  fields: [],
  picture: {
    name: 'logo',
    column: 'imageId',
    kind: 'logo',
    required: { field: logoImageField, label: logoImageLabel },
  },
  title: `'Logo'`,
  unknown: 'There is no such logo.',
  placeTaken: 'There is already a logo. Edit that one, or delete it first.',
});

export const site = contentFeature(SiteServiceControllerMethods, [headerKind, logoKind]);
