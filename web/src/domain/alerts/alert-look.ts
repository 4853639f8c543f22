import type { Alert } from '@site/proto/weather/v1/alerts.answers';
import { CircleAlert, CloudAlert, Info, Siren, TriangleAlert } from 'lucide-react';

/** How loud an alert is, by its danger (domain/weather/danger.ts): colour, icon and word together, never colour alone. */
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

const look = (word: string, mark: string, onIt: string, Icon: typeof Info): AlertLook => ({
  word,
  className: `${mark} ${onIt}`,
  mark,
  Icon,
});
const looks: Readonly<Record<AlertTone, AlertLook>> = {
  emergency: look('Emergency', 'bg-alert-emergency', 'text-on-alert-strong', Siren),
  extreme: look('Warning', 'bg-alert-extreme', 'text-on-alert-strong', TriangleAlert),
  severe: look('Warning', 'bg-alert-severe', 'text-on-alert-strong', TriangleAlert),
  watch: look('Watch', 'bg-alert-moderate', 'text-on-alert-weak', CloudAlert),
  advisory: look('Advisory', 'bg-alert-minor', 'text-on-alert-weak', CircleAlert),
  statement: look('Statement', 'bg-alert-statement', 'text-on-alert-weak', Info),
};

/** What decides the look of an alert. */
export type Rated = Pick<Alert, 'level' | 'severity' | 'badge'>;

/** Levels are named like their looks, but for warnings; a level that we do not know is as loud as one. */
export const toneOf = ({ level, severity }: Pick<Rated, 'level' | 'severity'>): AlertTone =>
  alertTones.find((tone) => tone === level) ?? (severity === 'Extreme' ? 'extreme' : 'severe');

export const alertLook = (alert: Pick<Rated, 'level' | 'severity'>): AlertLook => looks[toneOf(alert)];

/** What marks an alert in a word or two: "Tornado emergency", else its level. */
export const alertMark = (alert: Rated): string => alert.badge || alertLook(alert).word;
