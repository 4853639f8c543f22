import type { Room } from '../room.js';

export const stormReportsRoom: Room = { controllers: [], providers: [] };
