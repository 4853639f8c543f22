import { useAlerts } from './alert-queries.js';
import { useLocalArea } from './use-alert-place.js';

/** Returns whether the home page's banner asks if its alert is near: there are alerts, but no known place. */
export function useAsksNearYou(): boolean {
  const area = useLocalArea();
  return useAlerts().kind === 'alerts' && area === undefined;
}
