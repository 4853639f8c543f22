import type { Room } from '../room.js';
import { TextProductsController } from './text-products.controller.js';
import { TextProducts } from './text-products.js';

/** Hazardous weather outlooks and forecast discussions. */
export const textProductsRoom: Room = { controllers: [TextProductsController], providers: [TextProducts] };
