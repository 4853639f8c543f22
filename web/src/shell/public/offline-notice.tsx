import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that nothing new arrives while the device has no connection, warnings included. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-alert-moderate px-4 py-1.5 text-center text-sm font-semibold text-on-alert-weak">
          <WifiOff aria-hidden="true" size={16} className="shrink-0" />
          No connection. This page shows what it knew before; new warnings do not arrive.
        </p>
      )}
    </div>
  );
}
