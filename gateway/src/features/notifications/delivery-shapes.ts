import type {
  GetBrakeResponse,
  GetDeliveryFiguresResponse,
  Run,
} from '@site/proto/gen/nest/notifications/v1/deliveries';
import {
  deliveredWarningAnswer,
  deliveryPeriodAnswer,
  killSwitchAnswer,
  runAnswer,
  type AlertRun,
  type Delivery,
  type KillSwitch,
} from '@site/proto/notifications/v1/deliveries.answers';
import { answerFrom } from '../../answers/answer-from.js';

export const deliveryJson = ({ periods, warnings, since }: GetDeliveryFiguresResponse): Delivery => ({
  periods: periods.map((period) => answerFrom(deliveryPeriodAnswer, period)),
  warnings: warnings.map((warning) => answerFrom(deliveredWarningAnswer, warning)),
  since: since ?? null,
});

export const runJson = (run: Run): AlertRun => answerFrom(runAnswer, run);

export const killSwitchJson = (state: GetBrakeResponse): KillSwitch => answerFrom(killSwitchAnswer, state);
