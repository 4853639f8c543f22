/** Form that subscribes to warning notifications. */
import { consentVersion, usPhoneField, type SubscribeInput } from '@site/proto/notifications/v1/subscriptions.schema';
import type { PushKey } from '@site/proto/notifications/v1/subscriptions.answers';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../../../../api/api.js';
import { askToBeTold } from '../../../../domain/push/push-calls.js';
import { subscribeThisDevice } from '../../../../domain/push/push-subscription.js';
import { pushSupport, type PushSupport } from '../../../../domain/push/push-support.js';
import { ShownError } from '../../../../domain/session/shown-error.js';
import * as strings from '../../../../strings.js';
import { Banner } from '../../../../ui/banner.js';
import { Button } from '../../../../ui/button.js';
import { focusFault } from '../../../../ui/forms/focus-fault.js';
import { Honeypot, useFormCheck } from '../../../../ui/forms/form-check.js';
import { SubmissionKeys } from '../../../../ui/forms/submission-keys.js';
import { canPush, ChannelChoice } from './channel-choice.js';
import { OwnCountyChoice } from './own-county-choice.js';
import {
  faultsIn,
  faultsOf,
  firstLanguage,
  firstWishes,
  wishesOf,
  type EnteredWishes,
  type Faulty,
} from './entered-wishes.js';
import { LanguageChoice } from './language-choice.js';
import { WeatherChoice } from './weather-choice.js';

interface WarningFormProps {
  ways: PushKey;
  /** `said` is the server's message. */
  onSent: (channel: EnteredWishes['channel'], said: string) => void;
  /** Of this device's subscription, for another channel. */
  first?: Partial<EnteredWishes> | undefined;
}

const firstChannel = (ways: PushKey, support: PushSupport): EnteredWishes['channel'] => {
  if (canPush(ways, support)) return 'push';
  if (ways.mail) return 'mail';
  return ways.sms ? 'sms' : 'push';
};

/** For push, the browser asks for permission first. */
async function channelOf(
  { channel, email, phone }: EnteredWishes,
  { vapid_key: key }: PushKey,
): Promise<Pick<SubscribeInput, 'push' | 'email' | 'phone'>> {
  if (channel === 'push') return { push: await subscribeThisDevice(key) };
  return channel === 'mail' ? { email: email.trim() } : { phone: usPhoneField.parse(phone) };
}

/** The browser's permission prompt opens only from the form's button. */
export function WarningForm({ ways, onSent, first }: WarningFormProps) {
  const [support, setSupport] = useState(pushSupport);
  const [entered, setEntered] = useState<EnteredWishes>(() => ({
    ...firstWishes,
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
  const isPossible = ways.mail || ways.sms || canPush(ways, support);

  const faults = faultsIn(faultsOf(entered), wrong);
  const change = (changes: Partial<EnteredWishes>) => setEntered((before) => ({ ...before, ...changes }));

  async function send() {
    setFailure('');
    setSending(true);
    try {
      const wish = { ...(await channelOf(entered, ways)), wishes: wishesOf(entered), consent_version: consentVersion };
      const { action } = await askToBeTold(wish, { ...keys.headersFor(wish), ...headers() });
      keys.renew();
      onSent(entered.channel, action);
    } catch (error) {
      const isShown = error instanceof ShownError || error instanceof ApiError;
      setFailure(isShown && error.message ? error.message : strings.somethingWentWrong);
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
    requestAnimationFrame(() => void focusFault(form));
  }

  return (
    <form noValidate aria-label="Warnings for your counties" onSubmit={submit} className="flex flex-col gap-5">
      <OwnCountyChoice
        chosen={entered.counties}
        error={faults.counties}
        onChange={(of) => setEntered((before) => ({ ...before, counties: of(before.counties) }))}
      />
      <WeatherChoice entered={entered} faults={faults} onChange={change} />
      <LanguageChoice chosen={entered.language} onChange={(language) => change({ language })} />
      <ChannelChoice ways={ways} support={support} entered={entered} faults={faults} onChange={change} />
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
      <Button
        type="submit"
        aria-disabled={!isPossible || undefined}
        busyLabel={isSending && 'Signing up…'}
        className="self-start"
      >
        Notify me
      </Button>
    </form>
  );
}
