import { RadarPreview } from '../../../domain/radar/radar-preview.js';
import { Late } from '../../../ui/late.js';
import { OutlookWords } from './outlook-words.js';

/** Radar picture with today's storm risk, if there is one. */
export function RadarEntry() {
  return (
    <RadarPreview title="Is it coming here? Open the radar">
      {(words) => (
        <Late missing={words}>
          <OutlookWords otherwise={words} />
        </Late>
      )}
    </RadarPreview>
  );
}
