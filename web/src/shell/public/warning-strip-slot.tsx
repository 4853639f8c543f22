import { useQuery } from '@tanstack/react-query';
import { alertsQuery, useAlerts } from '@/components/alerts/alert-queries.js';
import { LazySection } from '@/ui/lazy-section.js';
import { WarningStrip } from './warning-strip.js';

/** Shows the warning strip while a warning is in effect in the state. */
export function WarningStripSlot() {
  // The most dangerous are always there.
  const state = useAlerts(useQuery(alertsQuery).data?.completeFor);
  if (state.kind !== 'alerts') return null;
  const levels = state.alerts.map(({ level }) => level);
  if (!levels.includes('emergency') && !levels.includes('warning')) return null;
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
      <WarningStrip {...state} />
    </LazySection>
  );
}
