/** Dashboard routes of newsletter subscribers: overview, search, CSV import and export, complaints. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { emptyResponse } from '@site/proto/responses';
import { pageQuery, type PageQuery } from '@site/proto/fields';
import type { Subscriber } from '@site/proto/gen/nest/submissions/v1/newsletter';
import {
  importResponse,
  newsletterResponse,
  subscriberResponse,
} from '@site/proto/submissions/v1/newsletter.responses';
import {
  importInput,
  maxImportBytes,
  subscriberFileQuery,
  subscriberListQuery,
  tooLargeImport,
  type ImportInput,
} from '@site/proto/submissions/v1/newsletter.schema';
import type { Response } from 'express';
import { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { toCampaignJson } from '../../responses/content-json.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { CONFIG, type Config } from '../../config.js';
import { sendCsv } from './csv.js';
import { success } from '../../edge/envelope.js';
import { SecurityLog } from '../../edge/security-log.js';
import { LargeBody } from '../../edge/route-traits.js';
import { DashboardController, PostJson } from '../../edge/routes.js';
import { CallMetadata, NeedsRecentSignIn } from '../../edge/session.guard.js';

const subscriberJson = (subscriber: Subscriber) => toResponse(subscriberResponse, subscriber);

/** A page stays well below the gRPC message limit. */
const fileBatch = 500;

@DashboardController('admin/main/newsletter', 'newsletter (dashboard)', 'send')
export class AdminNewsletterController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(SecurityLog) private readonly securityLog: SecurityLog,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Describe(
    'The number of addresses in each state, the readers a campaign would reach now, and the campaigns, newest first, paged by next_cursor.',
    newsletterResponse,
    [400, 401, 403, 503],
  )
  async overview(@Query({ schema: pageQuery }) { cursor, limit }: PageQuery, @CallMetadata() metadata: Metadata) {
    const [counts, page] = await Promise.all([
      this.clients.newsletter.countSubscribers({}, metadata),
      this.clients.newsletter.listCampaigns({ cursor, limit }, metadata),
    ]);
    const { pending, confirmed, unsubscribed, bounced, complained, eachMail, weeklyMail } = counts;
    return success(
      'Newsletter',
      {
        subscribers: { pending, confirmed, unsubscribed, bounced, complained },
        readers: { each_mail: eachMail, weekly_mail: weeklyMail },
        campaigns: page.campaigns.map(toCampaignJson),
        import_confirmations: this.config.NEWSLETTER_IMPORT_CONFIRMATIONS,
        link_counts: this.config.NEWSLETTER_LINK_COUNTS,
      },
      { next_cursor: page.nextCursor ?? null },
    );
  }

  @Get('subscribers')
  @Describe(
    'Addresses, latest sign-up first, paged by next_cursor; q matches a part of the address, state filters by state.',
    z.array(subscriberResponse),
    [400, 401, 403, 503],
  )
  async subscribers(
    @Query({ schema: subscriberListQuery }) { cursor, limit, ...filter }: z.infer<typeof subscriberListQuery>,
    @CallMetadata() metadata: Metadata,
  ) {
    const page = await this.clients.newsletter.listSubscribers({ cursor, limit, ...filter }, metadata);
    return success('Subscribers', page.subscribers.map(subscriberJson), { next_cursor: page.nextCursor ?? null });
  }

  @NeedsRecentSignIn()
  @Get('subscribers.csv')
  @Describe('The same as a complete CSV file (RFC 4180).', emptyResponse, [400, 401, 403, 503])
  async file(
    @Query({ schema: subscriberFileQuery }) filter: z.infer<typeof subscriberFileQuery>,
    @CallMetadata() metadata: Metadata,
    @Res() response: Response,
  ): Promise<void> {
    // Without the search text, which may be an address.
    const which = [filter.state ?? 'all', ...(filter.q ? ['those that hold a text'] : [])].join(', ');
    await this.securityLog.exported('subscribers.export', which, metadata);
    const { newsletter } = this.clients;
    const pages = async function* () {
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = await newsletter.listSubscribers({ cursor, limit: fileBatch, ...filter }, metadata);
        yield page.subscribers.map(({ email, state, frequency, signedUpAt, confirmedAt = '', consentSource }) => [
          email,
          state,
          frequency,
          signedUpAt,
          confirmedAt,
          consentSource,
        ]);
        cursor = page.nextCursor;
      }
    };
    await sendCsv(
      response,
      'subscribers.csv',
      ['email', 'state', 'frequency', 'signed_up_at', 'confirmed_at', 'consent_source'],
      pages(),
    );
  }

  @NeedsRecentSignIn()
  @PostJson('subscribers/import')
  @LargeBody({ bytes: maxImportBytes, field: 'csv', message: tooLargeImport })
  @Describe(
    'Signs up the addresses of a CSV file with a column email and, optionally, consent_source. Unless the operator vouches for their consent, they get a confirmation mail first; a file that exceeds the day’s budget of these is refused. Known addresses stay as they are. Addresses that unsubscribed, bounced or complained by a column of the file never become readers. Rows that can’t be imported are returned.',
    importResponse,
    [400, 401, 403, 413, 415, 503],
  )
  async import(@Body({ schema: importInput }) input: ImportInput, @CallMetadata() metadata: Metadata) {
    const { csv, consent_source: consentSource } = input;
    const { NEWSLETTER_IMPORT_CONFIRMATIONS: confirm, NEWSLETTER_IMPORTS_PER_DAY: confirmationsPerDay } = this.config;
    const done = await this.clients.newsletter.importSubscribers(
      { csv, consentSource, confirm, confirmationsPerDay },
      metadata,
    );
    return success('Import finished', toResponse(importResponse, done));
  }

  @Post('subscribers/:id/complaint')
  @HttpCode(200)
  @Describe('Records a spam complaint. We never send to that address again.', subscriberResponse, [401, 403, 404, 503])
  async complaint(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const subscriber = await this.clients.newsletter.recordComplaint({ id }, metadata);
    return success('We won’t send anything to this address again.', subscriberJson(subscriber));
  }
}
