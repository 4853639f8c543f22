import type { Room } from '../room.js';
import { OutlookFeed } from './outlook-feed.js';
import { OutlookController } from './outlook.controller.js';

/** Severe thunderstorm outlooks, today and the next two days. */
export const outlookRoom: Room = { controllers: [OutlookController], providers: [OutlookFeed] };
