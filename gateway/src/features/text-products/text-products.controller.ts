/** Public route of text products, such as forecast discussions, by office. */
import { Inject, Param, Req, Res } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { isTextProductKind, textProducts } from '@site/domain/weather/text-products';
import { offices } from '@site/regions/offices';
import { textProductResponse } from '@site/proto/weather/v1/text-products.responses';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { sendPrepared } from '../../responses/prepared-response.js';
import { TextProducts } from '../../responses/text-products.js';
import { Describe } from '../../edge/api/api-docs.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedGet, PublicController } from '../../edge/routes.js';

const officeIds = offices.map(({ id }) => id);
const kinds = Object.keys(textProducts).filter(isTextProductKind);

const productAddress = z.object({
  office: z.enum(officeIds, `office must be one of ${officeIds.join(', ')}`),
  kind: z.enum(kinds, `kind must be one of ${kinds.join(', ')}`),
});

/** Text products of the weather service's offices, fetched on demand. */
@PublicController('main/weather/products', 'weather')
@RateLimit('weather')
export class TextProductsController {
  constructor(@Inject(TextProducts) private readonly products: TextProducts) {}

  @CachedGet(':office/:kind')
  @ApiParam({ name: 'office', enum: officeIds })
  @ApiParam({ name: 'kind', enum: kinds })
  @Describe(
    'The latest text of an office: hazardous weather outlook or forecast discussion.',
    textProductResponse,
    [400, 404, 429, 503],
  )
  async product(
    @Param({ schema: productAddress }) { office, kind }: z.infer<typeof productAddress>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    sendPrepared(request, response, await this.products.find(office, kind));
  }
}
