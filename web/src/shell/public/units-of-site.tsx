import type { ReactNode } from 'react';
import { useSiteContent } from '../../domain/content/site-content.js';
import { SiteUnits } from '../../domain/weather/units/units.js';

/** Provides the operator's default units until the visitor chooses others. */
export function UnitsOfSite({ children }: { children: ReactNode }) {
  const { data } = useSiteContent();
  return <SiteUnits value={data?.site.default_units}>{children}</SiteUnits>;
}
