import { Inject, Req, Res } from '@nestjs/common';
import { homeResponse, keysResponse } from '@site/proto/content/v1/home.responses';
import type { Request, Response } from 'express';
import { sendPrepared } from '../../responses/prepared-response.js';
import { PublicResponses } from '../../responses/public-responses.js';
import { CachedGet, PublicController } from '../../edge/routes.js';
import { Describe } from '../../edge/api/api-docs.js';

/** Reached only until the first response is cached. */
@PublicController('main', 'site')
export class HomeController {
  constructor(@Inject(PublicResponses) private readonly publicResponses: PublicResponses) {}

  @CachedGet('home')
  @Describe(
    'Everything the home page shows. Never fails: a part that is down has its last known data, as meta.sections shows. meta.pollSeconds is the polling interval.',
    homeResponse,
  )
  async home(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendPrepared(request, response, await this.publicResponses.wait('/main/home'));
  }

  @CachedGet('keys')
  @Describe('Public keys. Provider keys never leave the server: weather_Key is empty.', keysResponse)
  async keys(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendPrepared(request, response, await this.publicResponses.wait('/main/keys'));
  }
}
