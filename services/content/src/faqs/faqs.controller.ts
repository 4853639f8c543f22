import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import {
  FaqsServiceControllerMethods,
  type CreateFaqRequest,
  type CreateFaqResponse,
  type DeleteFaqRequest,
  type Faq,
  type FaqsServiceController,
  type ListFaqsRequest,
  type ListFaqsResponse,
  type UpdateFaqRequest,
  type UpdateFaqResponse,
} from '@site/proto/gen/nest/content/v1/faqs';
import { DataSource } from 'typeorm';
import { createRow, deleteRow, editRow, readAdmin } from '../editing.js';
import { kinds } from '../kinds.js';
import { readPage, type List } from '../lists.js';
import { faqMessage, faqs, liveFaqs } from '../messages.sql.js';

const oldestFaqs: List = { message: faqMessage, from: liveFaqs, row: 'faq', newestFirst: false };

@Controller()
@FaqsServiceControllerMethods()
export class FaqsController implements FaqsServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async listFaqs(request: ListFaqsRequest): Promise<ListFaqsResponse> {
    const { page, nextCursor } = await readPage<Faq>(this.dataSource, oldestFaqs, request);
    return { faqs: page, nextCursor };
  }

  async createFaq(
    { question, answer, idempotency }: CreateFaqRequest,
    metadata?: Metadata,
  ): Promise<CreateFaqResponse> {
    const claim = { idempotency, caller: readAdmin(metadata) };
    const { id, replayed } = await createRow(this.dataSource, kinds.faq, claim, () =>
      Promise.resolve({ question, answer }),
    );
    return { faq: await this.find(id), replayed };
  }

  async updateFaq(request: UpdateFaqRequest, metadata?: Metadata): Promise<UpdateFaqResponse> {
    const { question, answer } = request;
    const edit = { ...request, caller: readAdmin(metadata) };
    const { id, replayed } = await editRow(this.dataSource, kinds.faq, edit, () =>
      Promise.resolve({ question, answer }),
    );
    return { faq: await this.find(id), replayed };
  }

  async deleteFaq({ id }: DeleteFaqRequest, metadata?: Metadata) {
    await deleteRow(this.dataSource, kinds.faq, id, readAdmin(metadata));
    return {};
  }

  /** A question that was just written; also when someone deleted it in the same moment. */
  private async find(id: string): Promise<Faq | undefined> {
    const [row] = await this.dataSource.query<{ faq: Faq }[]>(
      `SELECT ${faqMessage} AS faq FROM ${faqs} WHERE faq.id = $1`,
      [id],
    );
    return row?.faq;
  }
}
