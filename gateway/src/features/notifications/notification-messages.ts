/** Conversions of dispatches and preferences between gRPC messages and the API. */
import { messageLanguage } from '@site/domain/notifications/kinds';
import type { GetBrakeResponse, Run } from '@site/proto/gen/nest/notifications/v1/deliveries';
import {
  killSwitchAnswer,
  runAnswer,
  type AlertRun,
  type KillSwitch,
} from '@site/proto/notifications/v1/deliveries.answers';
import { answerFrom } from '../../answers/answer-from.js';
import type { Wishes } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import type { AlertWishes } from '@site/proto/notifications/v1/subscriptions.answers';
import type { WishesFields } from '@site/proto/notifications/v1/subscriptions.schema';

export const runJson = (run: Run): AlertRun => answerFrom(runAnswer, run);

export const killSwitchJson = (state: GetBrakeResponse): KillSwitch => answerFrom(killSwitchAnswer, state);

/** @param wishes validated by their schema */
export const wishesMessage = (wishes: WishesFields): Wishes => ({
  counties: wishes.counties,
  kinds: wishes.kinds,
  leastLevel: wishes.least_level,
  quietFrom: wishes.quiet_from,
  quietUntil: wishes.quiet_until,
  loudWhenDangerous: wishes.loud_when_dangerous,
  language: wishes.language,
});

/** @param wishes as stored by the service */
export const wishesJson = (wishes: Wishes): AlertWishes => ({
  counties: wishes.counties,
  kinds: wishes.kinds as AlertWishes['kinds'],
  least_level: wishes.leastLevel,
  quiet_from: wishes.quietFrom ?? null,
  quiet_until: wishes.quietUntil ?? null,
  loud_when_dangerous: wishes.loudWhenDangerous,
  language: messageLanguage(wishes.language),
});
