import type { Feature } from '../feature.js';
import { StormReportsFeed } from './storm-reports-feed.js';
import { StormReportsController } from './storm-reports.controller.js';

export const stormReportsFeature: Feature = { controllers: [StormReportsController], providers: [StormReportsFeed] };
