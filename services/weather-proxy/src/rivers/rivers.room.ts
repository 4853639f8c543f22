import type { Room } from '../room.js';
import { RiversFeed } from './rivers-feed.js';
import { RiversController } from './rivers.controller.js';

/** River gauges in and around the state. */
export const riversRoom: Room = { controllers: [RiversController], providers: [RiversFeed] };
