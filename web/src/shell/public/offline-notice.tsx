import { lazy } from 'react';
import * as strings from '../../strings.js';
import { Late } from '../../ui/late.js';
import { useLine } from './line.js';

const OfflineWords = lazy(() => import('./kept-pages.js').then((module) => ({ default: module.OfflineWords })));

/** Says that nothing new arrives while the site cannot be reached, warnings included, and how old is what is shown. */
export function OfflineNotice() {
  const line = useLine();
  return (
    <div role="status">
      {line !== 'works' && (
        // The line may be lost before the words have come, within seconds of a first visit.
        <Late missing={<p className="text-center font-semibold">{strings.cutOff}</p>}>
          <OfflineWords line={line} />
        </Late>
      )}
    </div>
  );
}
