import type { Room } from '../room.js';
import { StormReportsFeed } from './storm-reports-feed.js';
import { StormReportsController } from './storm-reports.controller.js';

export const stormReportsRoom: Room = { controllers: [StormReportsController], providers: [StormReportsFeed] };
