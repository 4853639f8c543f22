import type { Feature } from '../feature.js';
import { OutlookFeed } from './outlook-feed.js';
import { OutlookController } from './outlook.controller.js';

/** Severe thunderstorm outlooks, today and the next two days. */
export const outlookFeature: Feature = { controllers: [OutlookController], providers: [OutlookFeed] };
