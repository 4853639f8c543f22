import type { Feature } from '../feature.js';
import { TextProductsController } from './text-products.controller.js';
import { TextProducts } from './text-products.js';

/** Hazardous weather outlooks and forecast discussions. */
export const textProductsFeature: Feature = { controllers: [TextProductsController], providers: [TextProducts] };
