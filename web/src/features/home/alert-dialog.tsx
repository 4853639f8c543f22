import { AlertDetails } from '../../components/alerts/alert-details.js';
import { Dialog } from '../../components/dialog.js';
import type { Alert } from '../../components/weather/forecast-types.js';

/** The whole alert, over the page that it interrupted. */
export function AlertDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={alert.event}>
      <AlertDetails alert={alert} />
    </Dialog>
  );
}
