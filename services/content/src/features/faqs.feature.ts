/** Frequently asked questions, in an order that editors set. The model for a new type of content. */
import { FaqsServiceControllerMethods } from '@site/proto/gen/nest/content/v1/faqs';
import { Column, Entity } from 'typeorm';
import { contentFeature } from '../kinds/content-feature.js';
import { contentKind } from '../kinds/content-kind.js';
import { ContentRow } from '../kinds/content-row.entity.js';

@Entity('faqs')
export class Faq extends ContentRow {
  @Column('text') question!: string;
  @Column('text') answer!: string;
  /** Set by `orderRows`; new rows come last. */
  @Column({ type: 'integer', insert: false, update: false }) position!: number;
}

export const faqKind = contentKind({
  type: 'faq',
  rpcName: 'Faq',
  entity: Faq,
  placed: true,
  fields: ['question', 'answer'],
  searched: "faq.question || ' ' || faq.answer",
  title: 'question',
  detail: 'left(answer, 200)',
  unknown: 'There is no such question.',
});

export const faqs = contentFeature(FaqsServiceControllerMethods, [faqKind]);
