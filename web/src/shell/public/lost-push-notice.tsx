import { setPermissionRevoked, usePermissionRevoked } from '@/components/push/lost-permission.js';
import { Button } from '@/ui/button.js';
import { DialogButton } from '@/ui/dialogs/dialog-button.js';

const loadSignUp = async () =>
  (await import('@/features/public/alerts/get-alerts/get-alerts-dialog.js')).GetAlertsDialog;

/** Tells a subscribed visitor that warnings no longer reach this device, and offers email. */
export function RevokedPushNotice() {
  const isRevoked = usePermissionRevoked();
  return (
    <div role="status" className="print:hidden">
      {isRevoked && (
        <div className="border-b border-line bg-severe-soft text-ink">
          <div className="container-page flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
            <p className="min-w-0 flex-1 basis-72">
              <strong className="font-semibold">Our warnings no longer reach this device.</strong> Your browser doesn’t
              let us notify you. Allow notifications again, or get warnings by email too.
            </p>
            <DialogButton load={loadSignUp} size="small">
              Fix my alerts
            </DialogButton>
            <Button tone="secondary" size="small" onClick={() => setPermissionRevoked(false)}>
              Not now
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
