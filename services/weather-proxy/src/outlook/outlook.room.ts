import type { Room } from '../room.js';

export const outlookRoom: Room = { controllers: [], providers: [] };
