import type { Room } from '../room.js';
import { OutlookFeed } from './outlook-feed.js';
import { OutlookController } from './outlook.controller.js';

/** Where severe thunderstorms may be today and on the next two days. */
export const outlookRoom: Room = { controllers: [OutlookController], providers: [OutlookFeed] };
