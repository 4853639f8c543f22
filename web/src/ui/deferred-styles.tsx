import { useState } from 'react';
import { useTakenOver } from './hydration.js';

/** What the server renders for `DeferredStyles`, before it puts the styles into it. */
export const deferredStylesMarker = '<style></style>';

/**
 * Where a rendered document has the styles of what follows, so that a slow connection shows what precedes sooner.
 * At most one per page.
 */
export function DeferredStyles() {
  const [isRendered] = useState(!useTakenOver());
  if (!isRendered) return null;
  return <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}
