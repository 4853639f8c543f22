import { Controller, Inject } from '@nestjs/common';
import {
  FaqsServiceControllerMethods,
  type Faq,
  type FaqsServiceController,
  type ListFaqsResponse,
} from '@site/proto/gen/nest/content/v1/faqs';
import { DataSource } from 'typeorm';
import { faqMessage, liveFaqs, oldestFaqsFirst } from '../messages.sql.js';

@Controller()
@FaqsServiceControllerMethods()
export class FaqsController implements FaqsServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async listFaqs(): Promise<ListFaqsResponse> {
    const rows = await this.dataSource.query<{ faq: Faq }[]>(
      `SELECT ${faqMessage} AS faq FROM ${liveFaqs} ORDER BY ${oldestFaqsFirst}`,
    );
    return { faqs: rows.map((row) => row.faq) };
  }
}
