/** Conversions of dispatches and preferences between gRPC messages and the API. */
import { messageLanguage } from '@site/domain/notifications/kinds';
import type { Dispatch, KillSwitch as KillSwitchMessage } from '@site/proto/gen/nest/notifications/v1/deliveries';
import {
  killSwitchResponse,
  dispatchResponse,
  type AlertDispatch,
  type KillSwitch,
} from '@site/proto/notifications/v1/deliveries.responses';
import { toResponse } from '../../responses/response-from.js';
import type { Preferences } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import type { AlertPreferences } from '@site/proto/notifications/v1/subscriptions.responses';
import type { PreferenceFields } from '@site/proto/notifications/v1/subscriptions.schema';

export const toDispatchJson = (dispatch: Dispatch): AlertDispatch => toResponse(dispatchResponse, dispatch);

export const toKillSwitchJson = (state: KillSwitchMessage): KillSwitch => toResponse(killSwitchResponse, state);

/** @param preferences validated by their schema */
export const toPreferencesMessage = (preferences: PreferenceFields): Preferences => ({
  counties: preferences.counties,
  kinds: preferences.kinds,
  minLevel: preferences.min_level,
  quietFrom: preferences.quiet_from,
  quietUntil: preferences.quiet_until,
  overrideQuietHours: preferences.override_quiet_hours,
  language: preferences.language,
});

/** @param preferences as stored by the service */
export const toPreferencesJson = (preferences: Preferences): AlertPreferences => ({
  counties: preferences.counties,
  kinds: preferences.kinds as AlertPreferences['kinds'],
  min_level: preferences.minLevel,
  quiet_from: preferences.quietFrom ?? null,
  quiet_until: preferences.quietUntil ?? null,
  override_quiet_hours: preferences.overrideQuietHours,
  language: messageLanguage(preferences.language),
});
