import type { Feature } from '../feature.js';
import { RiversFeed } from './rivers-feed.js';
import { RiversController } from './rivers.controller.js';

export const riversFeature: Feature = { controllers: [RiversController], providers: [RiversFeed] };
