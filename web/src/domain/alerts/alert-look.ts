import type { Alert } from '@site/proto/weather/v1/alerts.answers';
import { CircleAlert, CloudAlert, Info, Siren, TriangleAlert } from 'lucide-react';

/** An alert's appearance by danger (domain/weather/danger.ts): never color alone. */
export interface AlertLook {
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

export type Rated = Pick<Alert, 'level' | 'severity' | 'badge'>;

/** Tones have the levels' names except for warnings. An unknown level counts as a warning. */
export const toneOf = ({ level, severity }: Pick<Rated, 'level' | 'severity'>): AlertTone =>
  alertTones.find((tone) => tone === level) ?? (severity === 'Extreme' ? 'extreme' : 'severe');

export const alertLook = (alert: Pick<Rated, 'level' | 'severity'>): AlertLook => looks[toneOf(alert)];

/** Returns "Tornado emergency" or similar, else the level's word. */
export const alertMark = (alert: Rated): string => alert.badge || alertLook(alert).word;
