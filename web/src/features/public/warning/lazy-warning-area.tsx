import { lazy } from 'react';
import { LazySection } from '@/ui/lazy-section.js';
import type { WarningAreaProps } from './warning-area.js';
import { FirstMap } from './map-placeholder.js';

const WarningArea = lazy(() => import('./warning-area.js').then((module) => ({ default: module.WarningArea })));

/** The map and everything computed from it, loaded after the instruction and the text. */
export function LazyWarningArea(props: WarningAreaProps) {
  return (
    <LazySection
      // As tall as the map: an update before the page is taken over replaces the server's markup with this.
      waiting={<FirstMap alerts={props.alerts} />}
      missing={<p className="mt-6 text-ink-soft">The map didn’t load. The areas are listed below.</p>}
    >
      <WarningArea {...props} />
    </LazySection>
  );
}
