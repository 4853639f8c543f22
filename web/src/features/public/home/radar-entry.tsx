import { RadarPreview } from '../../../domain/radar/radar-preview.js';
import { LazySection } from '../../../ui/late.js';
import { OutlookSummary } from './outlook-words.js';

/** Radar picture with today's storm risk, if there is one. */
export function RadarEntry() {
  return (
    <RadarPreview title="Is it coming here? Open the radar">
      {(statusText) => (
        <LazySection missing={statusText}>
          <OutlookSummary otherwise={statusText} />
        </LazySection>
      )}
    </RadarPreview>
  );
}
