import { classNames } from '../../ui/class-names.js';
import { alertLook, alertMark, type Rated } from './alert-look.js';

/** How dangerous an alert is, as a pill: icon, word and colour. */
export function AlertBadge({ alert }: { alert: Rated }) {
  const { className, Icon } = alertLook(alert);
  return (
    <span
      className={classNames('inline-flex items-center gap-2 rounded-full px-3 py-1 text-sm font-semibold', className)}
    >
      <Icon aria-hidden="true" size={16} className="shrink-0" />
      {alertMark(alert)}
    </span>
  );
}
