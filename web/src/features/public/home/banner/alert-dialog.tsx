import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { Link } from 'react-router-dom';
import { AlertActions } from '@/components/alerts/alert-actions.js';
import { AlertDetails } from '@/components/alerts/alert-details.js';
import { alertPath } from '@/components/alerts/alert-path.js';
import { Dialog } from '@/ui/dialogs/dialog.js';

interface AlertDialogProps {
  /** As it was when the dialog opened. */
  alert: Alert;
  alerts: Alert[];
  /** The current list is known to be complete. */
  confirmed: boolean;
  /** Upstream clock. */
  now: number;
  onClose: () => void;
}

/** Shows the newest message of the event, and doesn't claim that an alert no longer listed is in effect. */
export function AlertDialog({ alert, alerts, confirmed, now, onClose }: AlertDialogProps) {
  const newest = alerts.find(({ id }) => id === alert.id) ?? successorOf(alert, alerts);
  const displayedAlert = newest ?? alert;
  const delistedNote = (
    <>
      {confirmed ? 'No longer listed as active' : 'Not in the last list we received'}.{' '}
      <Link to={alertPath(alert)} className="text-link">
        See what happened
      </Link>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={displayedAlert.event}>
      <AlertDetails alert={displayedAlert} now={now} {...(newest ? {} : { when: delistedNote })} />
      <div className="mt-5">
        <AlertActions alert={displayedAlert} />
      </div>
    </Dialog>
  );
}

/** Finds the newer message of the same event, for the same area if there are several. */
function successorOf(alert: Alert, alerts: Alert[]): Alert | undefined {
  const ofEvent = alerts.filter(({ event_key: key }) => key !== '' && key === alert.event_key);
  return ofEvent.find(({ areas }) => areas === alert.areas) ?? ofEvent[0];
}
