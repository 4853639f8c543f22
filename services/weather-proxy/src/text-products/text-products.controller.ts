/** Hazardous weather outlooks and forecast discussions of the weather offices, over gRPC. */
import { Controller, Inject } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { invalid, notFound, unavailable } from '@site/proto/grpc';
import {
  TextProductsServiceControllerMethods,
  type GetTextProductRequest,
  type GetTextProductResponse,
  type TextProductsServiceController,
  type TextSection,
} from '@site/proto/gen/nest/weather/v1/text_products';
import { isTextProductKind, textProducts } from '@site/domain/weather/text-products';
import { offices } from '@site/regions/offices';
import { stateName } from '@site/regions/state';
import { DataSource } from 'typeorm';
import { AlertFeed } from '../alerts/alert-feed.js';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import { CONFIG, type Config } from '../config.js';
import { ResponseCache } from '@site/platform/base/response-cache';
import { readLastGood, saveLastGood } from '../cache/last-good.js';
import { isoOf } from '../readings/source-values.js';
import type { Breaker } from '../upstream/breaker.js';
import type { Upstream } from '../upstream/upstream.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { Upstreams } from '../upstream/upstreams.js';
import { parseProduct } from './parse-product.js';
import { productListSchema, productSchema } from './text-product.schema.js';

interface CachedProduct {
  id: string;
  /** Milliseconds since 1970 UTC. */
  issuedAt: number;
  title: string;
  sections: TextSection[];
}

/** The newest product of a kind, if any. Changes need a new number in the key. */
interface LatestProduct {
  product?: CachedProduct;
}

const hourMs = 3_600_000;
/** Both kinds are issued at least once a day. */
const currentForMs = 24 * hourMs;
/** By then all its days are over. */
const oldestMs = 72 * hourMs;
const maxFutureMs = hourMs;
/** For both calls; the gateway waits five seconds. */
const responseTimeoutMs = 4_000;

const keyOf = (office: string, type: string) => `text/1/${type}/${office}`;

/** Hazardous weather outlooks and forecast discussions, fetched on demand. */
@Controller()
@TextProductsServiceControllerMethods()
export class TextProductsController implements TextProductsServiceController {
  private readonly upstream: Upstream;
  private readonly breaker: Breaker;
  private readonly products: ResponseCache<LatestProduct>;

  constructor(
    @Inject(Upstreams) upstreams: Upstreams,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(AlertFeed) private readonly alerts: AlertFeed,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) config: Config,
  ) {
    this.upstream = upstreams.open({
      provider: 'nws',
      baseUrl: config.NWS_BASE_URL,
      headers: { 'user-agent': config.NWS_USER_AGENT, accept: 'application/ld+json' },
    });
    // Separate from the provider's forecasts and alerts.
    this.breaker = upstreams.breaker('nws', 'texts', { reported: false });
    this.products = new ResponseCache({
      clock,
      maxSize: 50,
      freshMs: () => 10 * 60_000,
      maxAgeMs: 24 * hourMs,
      distrustMs: 60_000,
      pauseMs: 5_000,
      restore: (key, since) =>
        readLastGood<LatestProduct>(dataSource, key, since).catch((error: unknown) => {
          logger.warn({ err: error }, 'the last good text product could not be read');
          return undefined;
        }),
      onFailure: (error, key) => logger.warn({ err: error, key }, 'a text product could not be fetched'),
    });
  }

  /** @throws INVALID_ARGUMENT, or UNAVAILABLE if the provider doesn't respond and nothing is cached */
  async getTextProduct({ office, kind }: GetTextProductRequest): Promise<GetTextProductResponse> {
    if (!offices.some(({ id }) => id === office)) throw invalid(`must be an office that serves ${stateName}`);
    if (!isTextProductKind(kind)) throw invalid('must be a kind of text product');
    const type = textProducts[kind];
    const key = keyOf(office, type);
    const cached = await this.products
      .get(key, (earlier, requestedAt) => this.fetch(office, type, earlier, requestedAt))
      .catch(() => {
        throw unavailable('the weather service is not responding');
      });
    const { product } = cached.value;
    const ageMs = product ? this.alerts.latestNow() - product.issuedAt : Infinity;
    if (!product || ageMs > oldestMs) throw notFound(`${type} of ${office}`);
    return {
      office,
      kind,
      id: product.id,
      issuedAt: isoOf(product.issuedAt),
      title: product.title,
      sections: product.sections,
      fetchedAt: isoOf(cached.fetchedAt),
      stale: cached.failure !== undefined || ageMs > currentForMs,
    };
  }

  private async fetch(
    office: string,
    type: string,
    earlier: () => Promise<LatestProduct | undefined>,
    requestedAt: number,
  ): Promise<LatestProduct> {
    const guards = { breaker: this.breaker, deadline: AbortSignal.timeout(responseTimeoutMs) };
    const path = `/products/types/${type}/locations/${office}`;
    const found = await this.upstream
      .getJson('products', path, productListSchema, guards)
      .then(({ value }) => value, noneFound);
    const [newest] = found
      .filter(({ issuanceTime }) => issuanceTime - this.alerts.latestNow() < maxFutureMs)
      .sort((left, right) => right.issuanceTime - left.issuanceTime);
    if (!newest && found.length > 0) throw new UpstreamError(`${path}: all are dated in the future`, 'invalid');
    const before = await earlier();
    const latest = !newest ? {} : newest.id === before?.product?.id ? before : await this.read(newest.id, type, guards);
    void this.save(keyOf(office, type), latest, requestedAt);
    return latest;
  }

  private async read(id: string, type: string, guards: Parameters<Upstream['getJson']>[3]): Promise<LatestProduct> {
    const path = `/products/${id}`;
    const { value } = await this.upstream.getJson('product', path, productSchema, guards);
    if (value.id !== id || value.productCode !== type)
      throw new UpstreamError(`${path}: is a different product`, 'invalid');
    const title = value.productName || type;
    const sections = parseProduct(value.productText, title);
    if (sections.length === 0) throw new UpstreamError(`${path}: has no text`, 'invalid');
    return { product: { id, issuedAt: value.issuanceTime, title, sections } };
  }

  /** In the background, so that responses don't depend on the database. */
  private async save(key: string, latest: LatestProduct, fetchedAt: number): Promise<void> {
    try {
      await saveLastGood(this.dataSource.manager, key, latest, fetchedAt);
    } catch (error) {
      this.logger.warn({ err: error }, 'a text product could not be saved');
    }
  }
}

/** A 404 means that the office has no product of this kind. */
const noneFound = (error: unknown): [] => {
  if (error instanceof UpstreamError && error.outcome === 'not_found') return [];
  throw error;
};
