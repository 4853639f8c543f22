/** Queries of outlook, storm reports, rivers and text products. Radar has its own (domain/radar). */
import type { Outlook } from '@site/proto/weather/v1/outlook.responses';
import type { GaugeCourse, Rivers } from '@site/proto/weather/v1/rivers.responses';
import type { StormReports } from '@site/proto/weather/v1/storm-reports.responses';
import type { TextProduct } from '@site/proto/weather/v1/text-products.responses';
import type { TextProductKind } from '@site/domain/weather/text-products';
import { checkedOutlook } from './outlook.js';
import { stormQuery, type Timed } from './storm-query.js';

/** For three days. */
export const outlookQuery = {
  ...stormQuery<Outlook>(['outlook'], '/main/weather/outlook', 'the storm outlook', 5),
  select: checkedOutlook<Timed<Outlook>>,
};

/** Of the last 24 hours. */
export const stormReportsQuery = stormQuery<StormReports>(
  ['storm-reports'],
  '/main/weather/reports',
  'the storm reports',
  3,
);

export const riversQuery = stormQuery<Rivers>(['rivers'], '/main/weather/rivers', 'the rivers', 10);

export const gaugeCourseQuery = (id: string) =>
  stormQuery<GaugeCourse>(['rivers', id], `/main/weather/rivers/${encodeURIComponent(id)}`, 'the river readings', 10);

/** @param office three letters, such as "LZK" */
export const textProductQuery = (office: string, kind: TextProductKind) =>
  stormQuery<TextProduct>(
    ['text-product', office, kind],
    `/main/weather/products/${office}/${kind}`,
    "the forecast office's text",
    10,
  );
