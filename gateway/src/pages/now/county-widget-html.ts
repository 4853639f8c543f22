/** A county's warnings and weather for an iframe on another site: no scripts, no pictures, no further requests. */
import { siteName, stateName } from '@site/regions/state';
import type { County } from '@site/regions/counties';
import { alertsHtml, type Detail } from './now-alerts-html.js';
import { conditionsHtml } from './now-conditions-html.js';
import { alertsIn, type NowAlerts, type NowConditions } from './now-data.js';
import { fitting, renderGeneratedAt, sources, widgetFrame, type PageOptions } from './now-frame.js';

export const maxWidgetBytes = 10_000;

/** The most dangerous warning with its instructions, the others in a line each. */
const details: readonly Detail[] = [
  { cards: 1, lines: 5, field: 0, named: 0, instruction: 400 },
  { cards: 1, lines: 2, field: 0, named: 0, instruction: 200 },
];

const siteLink = `<p><a href="/">${siteName}</a></p>`;

/** Returns the widget that other sites embed, shortened until it fits its size limit. */
export function countyWidget(
  county: County,
  data: { alerts: NowAlerts; conditions: NowConditions | undefined },
  options: PageOptions,
): string {
  const conditions = conditionsHtml(data.conditions, alertsIn(data.alerts, county), options);
  return fitting(
    details,
    (detail) =>
      widgetFrame(
        {
          title: `${county.name} weather`,
          body:
            `<h1><a href="/county/${county.slug}">${county.name} weather</a></h1><h2>Alerts</h2>` +
            `${alertsHtml(county, data.alerts, options, detail)}<h2>Current conditions</h2>${conditions}`,
          foot: siteLink + renderGeneratedAt(options) + sources(options.language),
        },
        options,
      ),
    maxWidgetBytes,
  );
}

export const noSuchWidget = (options: PageOptions): string =>
  widgetFrame(
    {
      title: 'No such county',
      body: `<h1>No such county</h1><p>There is no county of this name in ${stateName}.</p>`,
      foot: siteLink,
    },
    options,
  );
