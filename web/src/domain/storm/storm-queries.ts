import type { Outlook } from '@site/proto/weather/v1/outlook.answers';
import type { GaugeCourse, Rivers } from '@site/proto/weather/v1/rivers.answers';
import type { StormReports } from '@site/proto/weather/v1/storm-reports.answers';
import type { TextProduct } from '@site/proto/weather/v1/text-products.answers';
import type { TextProductKind } from '@site/domain/weather/text-products';
import { stormQuery } from './storm-query.js';

/** How what is around a forecast in a storm is asked for. The pictures of the radar have a query of their own (domain/radar). */

/** The risk of severe storms, today and the next two days. */
export const outlookQuery = stormQuery<Outlook>(['outlook'], '/main/weather/outlook', 'the storm outlook', 5);

/** What was reported of storms in the last 24 hours. */
export const stormReportsQuery = stormQuery<StormReports>(
  ['storm-reports'],
  '/main/weather/reports',
  'the storm reports',
  3,
);

/** The river gauges of the state. */
export const riversQuery = stormQuery<Rivers>(['rivers'], '/main/weather/rivers', 'the rivers', 10);

/** One gauge with its course. */
export const gaugeCourseQuery = (id: string) =>
  stormQuery<GaugeCourse>(
    ['rivers', id],
    `/main/weather/rivers/${encodeURIComponent(id)}`,
    'the course of a river',
    10,
  );

/** The newest text of an office. */
export const textProductQuery = (office: string, kind: TextProductKind) =>
  stormQuery<TextProduct>(
    ['text-product', office, kind],
    `/main/weather/products/${office}/${kind}`,
    'a text of the office',
    10,
  );
