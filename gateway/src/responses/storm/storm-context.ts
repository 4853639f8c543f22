/** Caches of radar, rain in the next hour, storm outlook, storm reports and rivers, refreshed for all visitors together. */
import { Inject, Injectable } from '@nestjs/common';
import type { GetOutlookResponse, OutlookServiceClient } from '@site/proto/gen/nest/weather/v1/outlook';
import type { GetNextHourResponse, NextHourServiceClient } from '@site/proto/gen/nest/weather/v1/next_hour';
import type { ListFramesResponse, RadarServiceClient } from '@site/proto/gen/nest/weather/v1/radar';
import type { ListGaugesResponse, RiversServiceClient } from '@site/proto/gen/nest/weather/v1/rivers';
import type {
  ListStormReportsResponse,
  StormReportsServiceClient,
} from '@site/proto/gen/nest/weather/v1/storm_reports';
import type { Outlook } from '@site/proto/weather/v1/outlook.responses';
import type { Radar } from '@site/proto/weather/v1/radar.responses';
import type { Rivers } from '@site/proto/weather/v1/rivers.responses';
import type { StormReports } from '@site/proto/weather/v1/storm-reports.responses';
import type { NextHour } from '@site/proto/weather/v1/next-hour.responses';
import { nextHourCellOf } from '@site/domain/weather/next-hour';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { prepare, type Prepared } from '../prepared-response.js';
import { stormHeaders as headers } from '../public-responses.js';
import { RefreshAheadCaches, type RefreshAheadCache } from '../refresh-ahead-cache.js';
import { nextHourAt, nextHourState, type NextHourState } from './next-hour-data.js';
import { outlookData } from './outlook-data.js';
import { radarData } from './radar-data.js';
import { reportsData } from './reports-data.js';
import { riversData } from './rivers-data.js';

/** Of one state of the forecast, by cell. */
interface NextHourResponses {
  of: NextHourState | undefined;
  byCell: Map<number, Promise<Prepared>>;
}

/** Storm data that accompanies a forecast. */
@Injectable()
export class StormContext {
  readonly radar: RefreshAheadCache<ListFramesResponse, Radar>;
  private nextHourResponses: NextHourResponses = { of: undefined, byCell: new Map() };
  readonly nextHour: RefreshAheadCache<GetNextHourResponse, NextHourState>;
  readonly outlook: RefreshAheadCache<GetOutlookResponse, Outlook>;
  readonly reports: RefreshAheadCache<ListStormReportsResponse, StormReports>;
  readonly rivers: RefreshAheadCache<ListGaugesResponse, Rivers>;

  constructor(@Inject(Clients) clients: Clients, @Inject(RefreshAheadCaches) caches: RefreshAheadCaches) {
    this.radar = caches.of({
      name: 'radar',
      topic: 'radar',
      action: 'Radar',
      headers,
      toData: radarData,
      load: () => clients.of<RadarServiceClient>('weather', 'RadarService').listFrames({}),
    });
    this.nextHour = caches.of({
      name: 'next hour',
      topic: 'next-hour',
      action: 'Next hour',
      headers,
      toData: nextHourState,
      load: () => clients.of<NextHourServiceClient>('weather', 'NextHourService').getNextHour({}),
    });
    this.outlook = caches.of({
      name: 'outlook',
      topic: 'outlook',
      action: 'Storm outlook',
      headers,
      toData: outlookData,
      load: () => clients.of<OutlookServiceClient>('weather', 'OutlookService').getOutlook({}),
    });
    this.reports = caches.of({
      name: 'storm reports',
      topic: 'reports',
      action: 'Storm reports',
      headers,
      toData: reportsData,
      load: () => clients.of<StormReportsServiceClient>('weather', 'StormReportsService').listStormReports({}),
    });
    this.rivers = caches.of({
      name: 'rivers',
      topic: 'rivers',
      action: 'Rivers',
      headers,
      toData: riversData,
      load: () => clients.of<RiversServiceClient>('weather', 'RiversService').listGauges({}),
    });
  }

  /** Returns rain in the next hour at a place. Never waits. */
  nextHourAt(place: { lat: number; lon: number }): NextHour {
    return nextHourAt(this.nextHour.data(), place);
  }

  /** Serializes a cell's response once per second. */
  nextHourResponse(place: { lat: number; lon: number }): Promise<Prepared> {
    const state = this.nextHour.data();
    const cell = nextHourCellOf(place) ?? -1;
    if (!state || this.nextHourResponses.of !== state) this.nextHourResponses = { of: state, byCell: new Map() };
    const { byCell } = this.nextHourResponses;
    const prepared =
      byCell.get(cell) ?? prepare(JSON.stringify(success('Next hour', nextHourAt(state, place))), headers);
    byCell.set(cell, prepared);
    return prepared;
  }
}
