import { kindLabels, messageLanguage, wishLevels, type MessageLanguage } from '@site/domain/notifications/kinds';
import { counties } from '@site/state/counties';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { ApiError } from '../../../../api/api.js';
import {
  chooseLanguage,
  endOnThisDevice,
  subscriptionPath,
  toldKey,
  type Told,
} from '../../../../domain/push/push-calls.js';
import { pushSupport } from '../../../../domain/push/push-support.js';
import * as strings from '../../../../strings.js';
import { Banner } from '../../../../ui/banner.js';
import { Button } from '../../../../ui/button.js';
import { useToast } from '../../../../ui/toast.js';
import { LanguageChoice } from './language-choice.js';

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' });

const countyNames = (fips: readonly string[]) =>
  listFormat.format(counties.filter((county) => fips.includes(county.fips)).map(({ name }) => name));

/** "22:00" → "10:00 PM". */
const clockWords = (clock: string) => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
};

interface ToldDeviceProps {
  told: Told;
  onEnded: () => void;
}

export function ToldDevice({ told, onEnded }: ToldDeviceProps) {
  const client = useQueryClient();
  const showToast = useToast();
  const { wishes, token } = told;
  const end = useMutation({
    networkMode: 'always',
    mutationFn: () => endOnThisDevice(token),
    onSuccess: () => {
      showToast('Notifications are off on this device.');
      client.setQueryData(toldKey, null);
      onEnded();
    },
  });
  const choose = useMutation({
    networkMode: 'always',
    mutationFn: (language: MessageLanguage) => chooseLanguage(told, language),
    onSuccess: (_nothing, language) => {
      showToast(`Your next alert will be in ${language === 'es' ? 'Spanish' : 'English'}.`);
      client.setQueryData(toldKey, { ...told, wishes: { ...wishes, language } });
    },
  });
  const failure = end.error ?? choose.error;
  const level = wishLevels.find((known) => known.level === wishes.least_level)?.label;
  return (
    <div className="rounded-md bg-sky-soft p-4">
      <p className="flex items-start gap-3 font-semibold">
        <BellRing aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-sky-strong" />
        This device gets notifications for {countyNames(wishes.counties)}.
      </p>
      <p className="mt-2 text-ink-soft">
        {listFormat.format(kindLabels(wishes.kinds))}. {level}.{' '}
        {wishes.quiet_from && wishes.quiet_until
          ? `Quiet from ${clockWords(wishes.quiet_from)} until ${clockWords(wishes.quiet_until)}${wishes.loud_when_dangerous ? ', except for the most dangerous' : ''}.`
          : 'At any time of day.'}
      </p>
      {pushSupport() === 'blocked' && (
        <Banner tone="error" className="mt-3">
          Notifications from this site are blocked in this browser. Allow them in its settings to see warnings.
        </Banner>
      )}
      <div className="mt-3">
        <LanguageChoice
          chosen={choose.isPending ? choose.variables : messageLanguage(wishes.language)}
          onChange={(language) => choose.mutate(language)}
        />
      </div>
      {failure && (
        <Banner tone="error" className="mt-3">
          {failure instanceof ApiError ? failure.message : strings.somethingWentWrong}
        </Banner>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        {/* Server-rendered; every message links to it. */}
        <a className="text-link inline-flex min-h-11 items-center" href={subscriptionPath(told)}>
          Change
        </a>
        <Button tone="secondary" size="small" onClick={() => end.mutate()} busyLabel={end.isPending && 'Ending…'}>
          Turn off
        </Button>
      </div>
    </div>
  );
}
