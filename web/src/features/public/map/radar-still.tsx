import { stateName } from '@site/regions/state';
import { project } from '@/components/map/drawing-view.js';
import { stateBox } from '@/components/map/map-settings.js';
import { RadarImage } from '@/components/map/storm/radar-image.js';
import type { RadarBox } from '@/components/radar/radar-loop.js';
import { Loading } from '@/ui/skeleton.js';

interface RadarStillProps {
  url: string;
  box: RadarBox;
  isOld: boolean;
}

const [west, north] = project([stateBox.west, stateBox.north]);
const [east, south] = project([stateBox.east, stateBox.south]);

/**
 * Small radar image with the counties, shown while the map loads and without scripts. Positioned where the map will draw
 * the newest frame, so that nothing shifts: the state fills the frame except for `mapSettings.statePadding`.
 */
export function RadarStill({ url, box, isOld }: RadarStillProps) {
  return (
    <Loading
      label="Loading the map"
      withoutScripts="The map needs JavaScript."
      className="absolute inset-0 overflow-hidden"
    >
      <div className="absolute inset-[20px]">
        {/* Not a positioned picture: the security policy ignores style attributes in the server's markup. */}
        <svg
          role="img"
          aria-label={`The newest radar picture of ${stateName}`}
          viewBox={`${west} ${north} ${east - west} ${south - north}`}
          className="size-full overflow-visible"
        >
          <RadarImage radar={{ box, isOld }} url={url} />
        </svg>
      </div>
    </Loading>
  );
}
