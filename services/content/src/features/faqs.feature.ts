import { FaqsServiceControllerMethods } from '@site/proto/gen/nest/content/v1/faqs';
import { Column, Entity } from 'typeorm';
import { contentFeature } from '../kinds/content-feature.js';
import { contentKind } from '../kinds/content-kind.js';
import { ContentRow } from '../kinds/content-row.entity.js';

/** A frequently asked question and its answer. */
@Entity('faqs')
export class Faq extends ContentRow {
  @Column('text') question!: string;
  @Column('text') answer!: string;
}

export const faqKind = contentKind({
  type: 'faq',
  rpcName: 'Faq',
  entity: Faq,
  fields: ['question', 'answer'],
  searched: "faq.question || ' ' || faq.answer",
  title: 'question',
  detail: 'left(answer, 200)',
  unknown: 'There is no such question.',
});

export const faqs = contentFeature(FaqsServiceControllerMethods, [faqKind]);
