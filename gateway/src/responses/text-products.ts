import { Inject, Injectable } from '@nestjs/common';
import { isTextProductKind, type TextProductKind } from '@site/domain/weather/text-products';
import type { GetTextProductResponse, TextProductsServiceClient } from '@site/proto/gen/nest/weather/v1/text_products';
import { textProductResponse } from '@site/proto/weather/v1/text-products.responses';
import { Clients } from '../edge/clients/clients.js';
import { toResponse } from './response-from.js';
import type { Prepared } from './prepared-response.js';
import { stormHeaders } from './public-responses.js';
import { ReadThroughCache } from './read-through-cache.js';

const hasValidKind = ({ kind }: GetTextProductResponse) => isTextProductKind(kind);

/** Text products of the weather service's offices, fetched on demand, for the API and the offices' pages. */
@Injectable()
export class TextProducts {
  private readonly client;
  private readonly products = new ReadThroughCache<GetTextProductResponse>({
    action: 'Text product',
    headers: stormHeaders,
    toData: (message, isUnreachable) =>
      hasValidKind(message)
        ? toResponse(textProductResponse, message, { stale: message.stale || isUnreachable })
        : undefined,
  });

  constructor(@Inject(Clients) clients: Clients) {
    this.client = clients.of<TextProductsServiceClient>('weather', 'TextProductsService');
  }

  /** Returns an office's latest text. Rejects with the weather proxy's error if there is no fallback. */
  find(office: string, kind: TextProductKind): Promise<Prepared> {
    return this.products.find(`${office} ${kind}`, () => this.client.getTextProduct({ office, kind }));
  }

  /** Returns the text that `find` last returned. */
  ready(office: string, kind: TextProductKind): Prepared | undefined {
    return this.products.ready(`${office} ${kind}`);
  }
}
