import type { Room } from '../room.js';

export const radarRoom: Room = { controllers: [], providers: [] };
