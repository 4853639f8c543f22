import { Loading } from '../../../ui/skeleton.js';

export function MapLoading() {
  return (
    <Loading
      label="Loading the map"
      withoutScripts="The map needs JavaScript."
      count={1}
      each="mt-6 h-80 rounded-lg md:h-[28rem]"
    />
  );
}
