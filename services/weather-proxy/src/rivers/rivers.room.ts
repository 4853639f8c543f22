import type { Room } from '../room.js';

export const riversRoom: Room = { controllers: [], providers: [] };
