import { lazy } from 'react';
import * as strings from '../../strings.js';
import { Late } from '../../ui/late.js';
import { useLine } from './line.js';

const OfflineWords = lazy(() => import('./kept-pages.js').then((module) => ({ default: module.OfflineWords })));

/** Says that nothing new arrives, including warnings, and how old the content is. */
export function OfflineNotice() {
  const line = useLine();
  return (
    <div role="status">
      {line !== 'works' && (
        // The connection may drop before the chunk has loaded.
        <Late missing={<p className="text-center font-semibold">{strings.cutOff}</p>}>
          <OfflineWords line={line} />
        </Late>
      )}
    </div>
  );
}
