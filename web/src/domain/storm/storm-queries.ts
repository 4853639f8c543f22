import type { Outlook } from '@site/proto/weather/v1/outlook.answers';
import type { GaugeCourse, Rivers } from '@site/proto/weather/v1/rivers.answers';
import type { StormReports } from '@site/proto/weather/v1/storm-reports.answers';
import type { TextProduct } from '@site/proto/weather/v1/text-products.answers';
import type { TextProductKind } from '@site/proto/weather/v1/offices';
import { publicQuery } from '../../api/public-query.js';

/** How what is around a forecast in a storm is asked for. The pictures of the radar have a query of their own (domain/radar). */

const minutes = (count: number) => ({ refetchInterval: count * 60_000, staleTime: 60_000 });

/** The risk of severe storms, today and the next two days. */
export const outlookQuery = {
  ...publicQuery<Outlook>(['outlook'], '/main/weather/outlook', 'the storm outlook'),
  ...minutes(5),
};

/** What was reported of storms in the last 24 hours. */
export const stormReportsQuery = {
  ...publicQuery<StormReports>(['storm-reports'], '/main/weather/reports', 'the storm reports'),
  ...minutes(3),
};

/** The river gauges of the state. */
export const riversQuery = {
  ...publicQuery<Rivers>(['rivers'], '/main/weather/rivers', 'the rivers'),
  ...minutes(10),
};

/** One gauge with its course. */
export const gaugeCourseQuery = (id: string) => ({
  ...publicQuery<GaugeCourse>(['rivers', id], `/main/weather/rivers/${id}`, 'the course of a river'),
  ...minutes(10),
});

/** The newest text of an office. */
export const textProductQuery = (office: string, kind: TextProductKind) => ({
  ...publicQuery<TextProduct>(
    ['text-product', office, kind],
    `/main/weather/products/${office}/${kind}`,
    'a text of the office',
  ),
  ...minutes(10),
});
