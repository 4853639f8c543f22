/** Routes of frequently asked questions, public and in the dashboard. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Inject, Req, Res } from '@nestjs/common';
import { editedFaqResponse, faqResponse } from '@site/proto/content/v1/faqs.responses';
import { faqEditInput, faqInput } from '@site/proto/content/v1/faqs.schema';
import { searchQuery } from '@site/proto/fields';
import type { Faq, FaqsServiceClient } from '@site/proto/gen/nest/content/v1/faqs';
import { orderInput, type OrderInput } from '@site/proto/order.schema';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { sendPrepared } from '../../responses/prepared-response.js';
import { PublicResponses } from '../../responses/public-responses.js';
import { Describe } from '../../edge/api/api-docs.js';
import { success } from '../../edge/envelope.js';
import { CachedGet, PublicController } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';
import { editedList, OrderRoute } from '../../feature-kit/content-crud.js';

@PublicController('main/faqs', 'faqs')
export class FaqsController {
  constructor(@Inject(PublicResponses) private readonly publicResponses: PublicResponses) {}

  @CachedGet()
  @Describe('Frequently asked questions, in the editors’ order.', z.array(faqResponse), [503])
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendPrepared(request, response, await this.publicResponses.wait('/main/faqs'));
  }
}

export class AdminFaqsController extends editedList({
  path: 'faqs',
  tag: 'faqs (dashboard)',
  permission: 'content',
  name: 'FAQ',
  client: (clients) => clients.of<FaqsServiceClient>('content', 'FaqsService'),
  answer: editedFaqResponse,
  toJson: (faq: Faq) => toResponse(editedFaqResponse, faq),
  list: {
    title: 'Frequently asked questions',
    summary:
      'Questions in display order, paged by next_cursor; q matches all of its words. The public pages show the first 100.',
    query: searchQuery,
    call: (client, { q, ...page }, metadata) =>
      client
        .listFaqs({ ...page, q: q || undefined }, metadata)
        .then(({ faqs, nextCursor }) => ({ rows: faqs, nextCursor })),
  },
  create: {
    summary: 'Adds a question.',
    form: { fields: faqInput },
    call: (client, { fields, write }, metadata) =>
      client.createFaq({ ...fields, ...write }, metadata).then(({ faq }) => faq),
  },
  edit: {
    summary: 'Changes a question.',
    form: { fields: faqEditInput },
    call: (client, { fields: { faq_id: id, ...fields }, write }, metadata) =>
      client.updateFaq({ id, ...fields, ...write }, metadata).then(({ faq }) => faq),
  },
  delete: {
    summary: 'Removes a question from the site. It can be restored for 30 days.',
    call: (client, id, metadata) => client.deleteFaq({ id }, metadata),
  },
}) {
  @OrderRoute('Sets the order of all questions, also on the public pages. 409 if the list has changed since.')
  async order(@Body({ schema: orderInput }) input: OrderInput, @CallMetadata() metadata: Metadata) {
    await this.client.orderFaqs(input, metadata);
    return success('Order Saved Successfully', null);
  }
}
