/** Dashboard routes of reusable replies and reasons for rejection. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Delete, Get, Inject, Param, Query } from '@nestjs/common';
import { emptyResponse } from '@site/proto/responses';
import type { SavedTextsServiceClient } from '@site/proto/gen/nest/submissions/v1/saved_texts';
import { savedTextResponse } from '@site/proto/submissions/v1/saved-texts.responses';
import { savedTextInput, savedTextQuery, type SavedTextInput } from '@site/proto/submissions/v1/saved-texts.schema';
import { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { DashboardController, PostJson } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';

@DashboardController('admin/main/saved-texts', 'saved texts (dashboard)', 'review')
export class SavedTextsController {
  private readonly client;

  constructor(@Inject(Clients) clients: Clients) {
    this.client = clients.of<SavedTextsServiceClient>('submissions', 'SavedTextsService');
  }

  @Get()
  @Describe(
    'Saved replies to messages, or reasons for rejections, by title.',
    z.array(savedTextResponse),
    [400, 401, 403, 503],
  )
  async list(
    @Query({ schema: savedTextQuery }) query: z.infer<typeof savedTextQuery>,
    @CallMetadata() metadata: Metadata,
  ) {
    const { texts } = await this.client.listSavedTexts(query, metadata);
    return success(
      'Saved texts',
      texts.map((text) => toResponse(savedTextResponse, text)),
    );
  }

  @PostJson()
  @Describe('Saves a text. Replaces the one with the same title.', savedTextResponse, [400, 401, 403, 415, 422, 503])
  async save(@Body({ schema: savedTextInput }) input: SavedTextInput, @CallMetadata() metadata: Metadata) {
    const text = await this.client.saveText(input, metadata);
    return success('Text Saved Successfully', toResponse(savedTextResponse, text));
  }

  @Delete(':id')
  @Describe('Deletes a saved text for good.', emptyResponse, [401, 403, 503])
  async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.client.deleteSavedText({ id }, metadata);
    return success('Text Deleted Successfully', null);
  }
}
