import type {
  GetBrakeResponse,
  GetDeliveryFiguresResponse,
  Run,
} from '@site/proto/gen/nest/notifications/v1/deliveries';
import {
  brakeAnswer,
  deliveredWarningAnswer,
  deliveryPeriodAnswer,
  runAnswer,
  type AlertRun,
  type Brake,
  type Delivery,
} from '@site/proto/notifications/v1/deliveries.answers';
import { answerFrom } from '../../answers/answer-from.js';

export const deliveryJson = ({ periods, warnings, since }: GetDeliveryFiguresResponse): Delivery => ({
  periods: periods.map((period) => answerFrom(deliveryPeriodAnswer, period)),
  warnings: warnings.map((warning) => answerFrom(deliveredWarningAnswer, warning)),
  since: since ?? null,
});

export const runJson = (run: Run): AlertRun => answerFrom(runAnswer, run);

export const brakeJson = (brake: GetBrakeResponse): Brake => answerFrom(brakeAnswer, brake);
