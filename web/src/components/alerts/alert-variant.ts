import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { CircleAlert, CloudAlert, Info, Siren, TriangleAlert } from 'lucide-react';

/** An alert's appearance by danger (domain/weather/danger.ts): never color alone. */
export interface AlertStyle {
  /** "Warning". */
  word: string;
  className: string;
  /** The same color as a mark on the page background. */
  mark: string;
  Icon: typeof Info;
}

/** Most dangerous first. Extreme severity gives warnings a darker tone. */
export const alertTones = ['emergency', 'extreme', 'severe', 'watch', 'advisory', 'statement'] as const;
export type AlertTone = (typeof alertTones)[number];

const createStyle = (word: string, mark: string, onIt: string, Icon: typeof Info): AlertStyle => ({
  word,
  className: `${mark} ${onIt}`,
  mark,
  Icon,
});
const styles: Readonly<Record<AlertTone, AlertStyle>> = {
  emergency: createStyle('Emergency', 'bg-alert-emergency', 'text-on-alert-strong', Siren),
  extreme: createStyle('Warning', 'bg-alert-extreme', 'text-on-alert-strong', TriangleAlert),
  severe: createStyle('Warning', 'bg-alert-severe', 'text-on-alert-strong', TriangleAlert),
  watch: createStyle('Watch', 'bg-alert-moderate', 'text-on-alert-weak', CloudAlert),
  advisory: createStyle('Advisory', 'bg-alert-minor', 'text-on-alert-weak', CircleAlert),
  statement: createStyle('Statement', 'bg-alert-statement', 'text-on-alert-weak', Info),
};

export type Rated = Pick<Alert, 'level' | 'severity' | 'badge'>;

/** Tones have the levels' names except for warnings. An unknown level counts as a warning. */
export const toneOf = ({ level, severity }: Pick<Rated, 'level' | 'severity'>): AlertTone =>
  alertTones.find((tone) => tone === level) ?? (severity === 'Extreme' ? 'extreme' : 'severe');

export const getAlertStyle = (alert: Pick<Rated, 'level' | 'severity'>): AlertStyle => styles[toneOf(alert)];

/** Returns "Tornado emergency" or similar, else the level's word. */
export const alertMark = (alert: Rated): string => alert.badge || getAlertStyle(alert).word;
