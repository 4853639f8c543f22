import type { Metadata } from '@grpc/grpc-js';
import { applyDecorators, Body, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { emptyResponse } from '@site/proto/responses';
import { newsletterPreferencesResponse } from '@site/proto/submissions/v1/newsletter.responses';
import { frequencies } from '@site/proto/submissions/v1/newsletter.schema';
import { z } from 'zod';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { PublicController } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';
import { Takes } from '../../edge/consumes.js';

const broken = 'This link isn’t valid. It may be incomplete. The link in any of our emails works.';
/** Other parameters are ignored. */
const linkQuery = z.object({ token: z.string(broken).min(1, broken).max(200, broken) });
type LinkQuery = z.infer<typeof linkQuery>;

const frequencyInput = z.strictObject({
  frequency: z.enum(frequencies, 'Choose how often you’d like to hear from us.'),
});

const Form = (path: string, summary: string, responseSchema: z.ZodType) =>
  applyDecorators(
    Post(path),
    HttpCode(200),
    Takes('application/x-www-form-urlencoded'),
    Describe(summary, responseSchema, [400, 404, 409, 415, 429, 503]),
  );

/**
 * The forms of the pages that newsletter mails link to. A browser without scripts posts them to the page's own address,
 * which has the token, so that the page is the same for every reader.
 */
@PublicController('newsletter', 'newsletter')
@RateLimit('read')
export class MailLinksController {
  constructor(@Inject(Clients) private readonly clients: Clients) {}

  @Form('confirm', 'Confirms the address that received the link.', emptyResponse)
  async confirm(@Query({ schema: linkQuery }) { token }: LinkQuery, @CallMetadata() metadata: Metadata) {
    await this.clients.newsletter.confirmSubscription({ token }, metadata);
    return success('Your subscription is confirmed.', null);
  }

  @Form('unsubscribe', 'Unsubscribes the address that received the link.', emptyResponse)
  async unsubscribe(@Query({ schema: linkQuery }) { token }: LinkQuery, @CallMetadata() metadata: Metadata) {
    await this.clients.newsletter.unsubscribe({ token }, metadata);
    return success('You have been unsubscribed.', null);
  }

  @Form('preferences', 'Sets how often the address that received the link gets mail.', newsletterPreferencesResponse)
  async preferences(
    @Query({ schema: linkQuery }) { token }: LinkQuery,
    @Body({ schema: frequencyInput }) { frequency }: z.infer<typeof frequencyInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const saved = await this.clients.newsletter.updatePreferences({ token, frequency }, metadata);
    return success('Your preferences have been saved.', { frequency: saved.frequency });
  }
}
