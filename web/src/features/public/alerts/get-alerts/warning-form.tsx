/** Form that subscribes to warning notifications. */
import { consentVersion, usPhoneField, type SubscribeInput } from '@site/proto/notifications/v1/subscriptions.schema';
import type { PushKey } from '@site/proto/notifications/v1/subscriptions.responses';
import { useEffect, useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '@/api/api.js';
import { countyOf } from '@/components/places/county-of-place.js';
import { usePlace } from '@/components/places/place.js';
import { subscribeToAlerts } from '@/components/push/push-api.js';
import { subscribeThisDevice } from '@/components/push/browser-subscription.js';
import { pushSupport, type PushSupport } from '@/components/push/push-support.js';
import { UserFacingError } from '@/components/session/user-facing-error.js';
import * as strings from '@/strings/public-strings.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { focusFirstError } from '@/ui/forms/focus-error.js';
import { Honeypot, useFormCheck } from '@/ui/forms/form-check.js';
import { SubmissionKeys } from '@/ui/forms/submission-keys.js';
import { canPush, ChannelPicker } from './channel-choice.js';
import { AlertCountyPicker } from './own-county-choice.js';
import {
  faultsIn,
  faultsOf,
  firstLanguage,
  defaultPreferences,
  toPreferenceFields,
  type EnteredPreferences,
  type Faulty,
} from './entered-preferences.js';
import { MoreChoices, PresetPicker } from './weather-choice.js';

interface WarningFormProps {
  ways: PushKey;
  /** `serverMessage` is the server's message. */
  onSent: (channel: EnteredPreferences['channel'], serverMessage: string) => void;
  /** Of this device's subscription, for another channel. */
  first?: Partial<EnteredPreferences> | undefined;
}

const firstChannel = (ways: PushKey, support: PushSupport): EnteredPreferences['channel'] => {
  if (canPush(ways, support)) return 'push';
  if (ways.mail) return 'mail';
  return ways.sms ? 'sms' : 'push';
};

/** For push, the browser asks for permission first. */
async function channelOf(
  { channel, email, phone }: EnteredPreferences,
  { vapid_key: key }: PushKey,
): Promise<Pick<SubscribeInput, 'push' | 'email' | 'phone'>> {
  if (channel === 'push') return { push: await subscribeThisDevice(key) };
  return channel === 'mail' ? { email: email.trim() } : { phone: usPhoneField.parse(phone) };
}

/** The browser's permission prompt opens only from the form's button. */
export function WarningForm({ ways, onSent, first }: WarningFormProps) {
  const [support, setSupport] = useState(pushSupport);
  const [entered, setEntered] = useState<EnteredPreferences>(() => ({
    ...defaultPreferences,
    language: firstLanguage(),
    channel: firstChannel(ways, support),
    ...first,
  }));
  /** Sections with errors at the last submit: those that the user hasn't reached show none. */
  const [wrong, setWrong] = useState<readonly Faulty[]>([]);
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);
  const [keys] = useState(() => new SubmissionKeys());
  const { trap, headers } = useFormCheck();
  const { selectedPlace, coordinates, status } = usePlace();
  const { lat, lon } = selectedPlace ?? (status === 'used' ? coordinates : {});
  const isPossible = ways.mail || ways.sms || canPush(ways, support);

  const faults = faultsIn(faultsOf(entered), wrong);
  const change = (changes: Partial<EnteredPreferences>) => setEntered((before) => ({ ...before, ...changes }));

  useEffect(() => {
    if (lat === undefined || lon === undefined) return;
    let isUnmounted = false;
    const fillIn = async () => {
      const county = await countyOf({ lat, lon });
      if (!county || isUnmounted) return;
      setEntered((before) => (before.counties.length > 0 ? before : { ...before, counties: [county.id] }));
    };
    // Without the map, the visitor chooses from the list.
    fillIn().catch(() => undefined);
    return () => {
      isUnmounted = true;
    };
  }, [lat, lon]);

  async function send() {
    setFailure('');
    setSending(true);
    try {
      const input = {
        ...(await channelOf(entered, ways)),
        preferences: toPreferenceFields(entered),
        consent_version: consentVersion,
      };
      const { action } = await subscribeToAlerts(input, { ...keys.headersFor(input), ...headers() });
      keys.renew();
      onSent(entered.channel, action);
    } catch (error) {
      const isUserFacing = error instanceof UserFacingError || error instanceof ApiError;
      setFailure(isUserFacing && error.message ? error.message : strings.somethingWentWrong);
      // The user may just have denied permission.
      setSupport(pushSupport());
    } finally {
      setSending(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending || !isPossible) return;
    const found = Object.keys(faultsOf(entered)) as Faulty[];
    setWrong(found);
    if (found.length === 0) return void send();
    // Focuses the first section with an error, once it's rendered.
    const form = event.currentTarget;
    requestAnimationFrame(() => void focusFirstError(form));
  }

  return (
    <form noValidate aria-label="Warnings for your counties" onSubmit={submit} className="flex flex-col gap-5">
      <AlertCountyPicker
        selected={entered.counties}
        error={faults.counties}
        onChange={(of) => setEntered((before) => ({ ...before, counties: of(before.counties) }))}
      />
      <PresetPicker entered={entered} onChange={change} />
      <ChannelPicker ways={ways} support={support} entered={entered} faults={faults} onChange={change} />
      <MoreChoices entered={entered} faults={faults} onChange={change} />
      <Honeypot trap={trap} />
      <p className="text-sm text-ink-soft">
        You agree that we notify you of weather alerts in these counties until you unsubscribe, which you can do from
        every message. We keep your choices and your contact details only for this:{' '}
        <Link className="text-link" to="/privacy">
          {strings.privacyPolicy}
        </Link>
        .
      </p>
      {failure && <Banner tone="error">{failure}</Banner>}
      <div className="sticky bottom-0 z-10 -mx-6 border-t border-line bg-surface px-6 py-3 [@media(height<30rem)]:static">
        <Button
          type="submit"
          aria-disabled={!isPossible || undefined}
          busyLabel={isSending && 'Signing up…'}
          className="max-sm:w-full"
        >
          Notify me
        </Button>
      </div>
    </form>
  );
}
