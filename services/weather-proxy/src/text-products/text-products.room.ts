import type { Room } from '../room.js';
import { TextProductsController } from './text-products.controller.js';
import { TextProducts } from './text-products.js';

/** What the offices of the weather service write: hazards ahead, and why they forecast what they do. */
export const textProductsRoom: Room = { controllers: [TextProductsController], providers: [TextProducts] };
