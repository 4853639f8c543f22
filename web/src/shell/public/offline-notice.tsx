import { lazy } from 'react';
import * as strings from '@/strings/public-strings.js';
import { LazySection } from '@/ui/lazy-section.js';
import { useLine } from '@/ui/connectivity.js';

const OfflineMessage = lazy(() => import('./cached-pages.js').then((module) => ({ default: module.OfflineMessage })));

/** Says that nothing new arrives, including warnings, and how old the content is. */
export function OfflineNotice() {
  const line = useLine();
  return (
    <div role="status">
      {line !== 'works' && (
        // The connection may drop before the chunk has loaded.
        <LazySection missing={<p className="text-center font-semibold">{strings.cutOff}</p>}>
          <OfflineMessage line={line} />
        </LazySection>
      )}
    </div>
  );
}
