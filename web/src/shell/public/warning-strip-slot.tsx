import { useWarnings } from '@/components/alerts/use-warnings.js';
import { LazySection } from '@/ui/lazy-section.js';
import { WarningStrip } from './warning-strip.js';

/** Shows the warning strip while a warning is in effect in the state. */
export function WarningStripSlot() {
  return (
    <LazySection
      missing={
        <p role="alert" className="container-page py-3 font-semibold">
          Weather warnings are in effect.{' '}
          <a href="/now" className="text-link">
            See them by county
          </a>
        </p>
      }
    >
      <Strip />
    </LazySection>
  );
}

function Strip() {
  const warnings = useWarnings();
  return warnings && <WarningStrip warnings={warnings} />;
}
