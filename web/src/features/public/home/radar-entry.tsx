import { RadarPreview } from '@/components/radar/radar-preview.js';
import { LazySection } from '@/ui/lazy-section.js';
import { OutlookSummary } from './outlook-summary.js';

/** Radar picture with today's storm risk, if there is one. */
export function RadarEntry() {
  return (
    <RadarPreview title="Radar: is it coming here?">
      {(statusText) => (
        <LazySection missing={statusText}>
          <OutlookSummary otherwise={statusText} />
        </LazySection>
      )}
    </RadarPreview>
  );
}
