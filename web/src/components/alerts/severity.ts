import { CloudAlert, Info, Siren, TriangleAlert } from 'lucide-react';

/** How loud an alert is, by its CAP severity: colour, icon and word together, never colour alone. */
export interface SeverityLook {
  word: string;
  className: string;
  /** The same colour as a mark on the page's ground. */
  mark: string;
  Icon: typeof Info;
}

const looks: Record<string, SeverityLook> = {
  Extreme: {
    word: 'Extreme',
    className: 'bg-alert-extreme text-on-alert-strong',
    mark: 'bg-alert-extreme',
    Icon: Siren,
  },
  Severe: {
    word: 'Severe',
    className: 'bg-alert-severe text-on-alert-strong',
    mark: 'bg-alert-severe',
    Icon: TriangleAlert,
  },
  Moderate: {
    word: 'Moderate',
    className: 'bg-alert-moderate text-on-alert-weak',
    mark: 'bg-alert-moderate',
    Icon: CloudAlert,
  },
  Minor: { word: 'Minor', className: 'bg-alert-minor text-on-alert-weak', mark: 'bg-alert-minor', Icon: Info },
};
const unrated: SeverityLook = {
  word: 'Not rated',
  className: 'bg-alert-moderate text-on-alert-weak',
  mark: 'bg-alert-moderate',
  Icon: CloudAlert,
};

export function severityLook(severity: string): SeverityLook {
  return looks[severity] ?? unrated;
}
