import { lazy } from 'react';
import { useAlerts } from '../../domain/alerts/alert-queries.js';
import { Late } from '../../ui/late.js';

const WarningStrip = lazy(() => import('./warning-strip.js').then((module) => ({ default: module.WarningStrip })));

/** Loads the warning strip while a warning is in effect in the state, and reserves its height during an emergency. */
export function WarningStripSlot() {
  const state = useAlerts();
  if (state.kind !== 'alerts') return null;
  const levels = state.alerts.map(({ level }) => level);
  const isEmergency = levels.includes('emergency');
  if (!isEmergency && !levels.includes('warning')) return null;
  return (
    <Late
      waiting={isEmergency && <div className="min-h-22 bg-alert-emergency" />}
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
    </Late>
  );
}
