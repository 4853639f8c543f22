/** This device's notifications: change, extend or end them. */
import {
  kindLabels,
  messageLanguage,
  notificationLevels,
  type MessageLanguage,
} from '@site/domain/notifications/kinds';
import { counties } from '@site/regions/counties';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '@/api/api.js';
import {
  updateLanguage,
  endOnThisDevice,
  subscriptionPath,
  subscriptionQueryKey,
  type DeviceSubscription,
} from '@/components/push/push-api.js';
import { isPermissionWithheld } from '@/components/push/lost-permission.js';
import { subscribeThisDevice } from '@/components/push/browser-subscription.js';
import { pushSupport } from '@/components/push/push-support.js';
import { renewEndpoint } from '@/components/push/renew-endpoint.js';
import { UserFacingError } from '@/components/session/user-facing-error.js';
import * as strings from '@/strings/public-strings.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { useToast } from '@/ui/toast.js';
import { LanguagePicker } from './language-choice.js';

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' });

const countyNames = (fips: readonly string[]) =>
  listFormat.format(counties.filter((county) => fips.includes(county.fips)).map(({ name }) => name));

/** "22:00" → "10:00 PM". */
const formatClockTime = (clock: string) => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
};

interface SubscribedDeviceProps {
  subscription: DeviceSubscription;
  /** Empty while the site has none, or it isn't loaded. */
  vapidKey: string;
  /** Absent if this site sends no mail. */
  onAddEmail?: (() => void) | undefined;
  onEnded: () => void;
}

export function SubscribedDevice({ subscription, vapidKey, onAddEmail, onEnded }: SubscribedDeviceProps) {
  const client = useQueryClient();
  const showToast = useToast();
  const { preferences, token } = subscription;
  const end = useMutation({
    networkMode: 'always',
    mutationFn: () => endOnThisDevice(token),
    onSuccess: () => {
      showToast('Notifications are off on this device.');
      client.setQueryData(subscriptionQueryKey, null);
      onEnded();
    },
  });
  const languageChange = useMutation({
    networkMode: 'always',
    mutationFn: (language: MessageLanguage) => updateLanguage(subscription, language),
    onSuccess: (_result, language) => {
      showToast(`Your next alert will be in ${language === 'es' ? 'Spanish' : 'English'}.`);
      client.setQueryData(subscriptionQueryKey, { ...subscription, preferences: { ...preferences, language } });
    },
  });
  const [isWithheld, setWithheld] = useState(isPermissionWithheld);
  const allow = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      await subscribeThisDevice(vapidKey);
      await renewEndpoint();
    },
    onSuccess: () => showToast('This device gets notifications again.'),
    onSettled: () => setWithheld(isPermissionWithheld()),
  });
  const failure = end.error ?? languageChange.error ?? allow.error;
  const level = notificationLevels.find((option) => option.level === preferences.min_level)?.label;
  return (
    <div className="rounded-md bg-sky-soft p-4">
      <p className="flex items-start gap-3 font-semibold">
        <BellRing aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-sky-strong" />
        This device gets notifications for {countyNames(preferences.counties)}.
      </p>
      <p className="mt-2 text-ink-soft">
        {listFormat.format(kindLabels(preferences.kinds))}. {level}.{' '}
        {preferences.quiet_from && preferences.quiet_until
          ? `Quiet from ${formatClockTime(preferences.quiet_from)} until ${formatClockTime(preferences.quiet_until)}${preferences.override_quiet_hours ? ', except for the most dangerous' : ''}.`
          : 'At any time of day.'}
      </p>
      {isWithheld && (
        <Banner tone="error" className="mt-3">
          <p>
            {pushSupport() === 'blocked'
              ? 'Notifications from this site are blocked in this browser. Allow them in its settings to see warnings.'
              : 'Your browser doesn’t let us notify you on this device any more.'}
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            {pushSupport() === 'ready' && vapidKey !== '' && (
              <Button size="small" onClick={() => allow.mutate()} busyLabel={allow.isPending && 'Allowing…'}>
                Allow notifications
              </Button>
            )}
            {onAddEmail && (
              <Button tone="secondary" size="small" onClick={onAddEmail}>
                Get warnings by email too
              </Button>
            )}
          </div>
        </Banner>
      )}
      <div className="mt-3">
        <LanguagePicker
          selected={languageChange.isPending ? languageChange.variables : messageLanguage(preferences.language)}
          onChange={(language) => languageChange.mutate(language)}
        />
      </div>
      {failure && (
        <Banner tone="error" className="mt-3">
          {failure instanceof ApiError || failure instanceof UserFacingError
            ? failure.message
            : strings.somethingWentWrong}
        </Banner>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        {/* Server-rendered; every message links to it. */}
        <a className="text-link inline-flex min-h-11 items-center" href={subscriptionPath(subscription)}>
          Change
        </a>
        <Button tone="secondary" size="small" onClick={() => end.mutate()} busyLabel={end.isPending && 'Ending…'}>
          Turn off
        </Button>
      </div>
    </div>
  );
}
