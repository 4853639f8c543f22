/** An alert's links and buttons: its page, sharing and printing. */
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { alertPath, plainTextPath } from './alert-path.js';
import { ShareButton } from '@/ui/share-button.js';
import { PrintButton, PrintNote } from '../print/print.js';

interface AlertActionsProps {
  alert: Pick<Alert, 'id' | 'event_key'>;
  /** Set on pages about this alert alone. */
  printable?: boolean;
}

export function AlertActions({ alert, printable = false }: AlertActionsProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 print:hidden">
        <ShareButton path={alertPath(alert)} label="Share this alert" />
        {printable && <PrintButton label="Print" />}
        {alert.event_key && (
          <a href={plainTextPath(alert.event_key)} className="text-link">
            Text only
          </a>
        )}
      </div>
      {printable && <PrintNote source="National Weather Service." />}
    </>
  );
}
