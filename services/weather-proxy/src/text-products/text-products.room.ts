import type { Room } from '../room.js';

export const textProductsRoom: Room = { controllers: [], providers: [] };
