import type { ReactNode } from 'react';
import { useSiteContent } from '@/components/content/site-content.js';
import { SiteUnits } from '@/components/weather/units/units.js';

/** The operator's default units apply until the visitor chooses others. */
export function UnitsOfSite({ children }: { children: ReactNode }) {
  const { data } = useSiteContent();
  return <SiteUnits value={data?.site.default_units}>{children}</SiteUnits>;
}
