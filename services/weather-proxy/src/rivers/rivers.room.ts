import type { Room } from '../room.js';
import { RiversFeed } from './rivers-feed.js';
import { RiversController } from './rivers.controller.js';

export const riversRoom: Room = { controllers: [RiversController], providers: [RiversFeed] };
