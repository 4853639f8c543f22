import type { AlertLevel } from '@site/proto/weather/v1/danger';
import { CircleAlert, CloudAlert, Info, Siren, TriangleAlert } from 'lucide-react';
import type { Alert } from '../weather/forecast-types.js';

/** How loud an alert is, by its danger (proto/weather/v1/danger.ts): colour, icon and word together, never colour alone. */
export interface AlertLook {
  /** "Warning". */
  word: string;
  className: string;
  /** The same colour as a mark on the page's ground. */
  mark: string;
  Icon: typeof Info;
}

/** The looks, the loudest first. Warnings have two: those of extreme severity are darker. */
export const alertTones = ['emergency', 'extreme', 'severe', 'watch', 'advisory', 'statement'] as const;
export type AlertTone = (typeof alertTones)[number];

const looks: Readonly<Record<AlertTone, AlertLook>> = {
  emergency: {
    word: 'Emergency',
    className: 'bg-alert-emergency text-on-alert-strong',
    mark: 'bg-alert-emergency',
    Icon: Siren,
  },
  extreme: {
    word: 'Warning',
    className: 'bg-alert-extreme text-on-alert-strong',
    mark: 'bg-alert-extreme',
    Icon: TriangleAlert,
  },
  severe: {
    word: 'Warning',
    className: 'bg-alert-severe text-on-alert-strong',
    mark: 'bg-alert-severe',
    Icon: TriangleAlert,
  },
  watch: {
    word: 'Watch',
    className: 'bg-alert-moderate text-on-alert-weak',
    mark: 'bg-alert-moderate',
    Icon: CloudAlert,
  },
  advisory: {
    word: 'Advisory',
    className: 'bg-alert-minor text-on-alert-weak',
    mark: 'bg-alert-minor',
    Icon: CircleAlert,
  },
  statement: {
    word: 'Statement',
    className: 'bg-alert-statement text-on-alert-weak',
    mark: 'bg-alert-statement',
    Icon: Info,
  },
};

const tones: Readonly<Record<Exclude<AlertLevel, 'warning'>, AlertTone>> = {
  emergency: 'emergency',
  watch: 'watch',
  advisory: 'advisory',
  statement: 'statement',
};

/** What decides the look of an alert. */
export type Rated = Pick<Alert, 'level' | 'severity' | 'badge'>;

/** A level that we do not know is as loud as a warning. */
export const toneOf = ({ level, severity }: Pick<Rated, 'level' | 'severity'>): AlertTone =>
  level in tones ? tones[level as keyof typeof tones] : severity === 'Extreme' ? 'extreme' : 'severe';

export const alertLook = (alert: Pick<Rated, 'level' | 'severity'>): AlertLook => looks[toneOf(alert)];

/** What marks an alert in a word or two: "Tornado emergency", else its level. */
export const alertMark = (alert: Rated): string => alert.badge || alertLook(alert).word;
