/** Choice of push notification, email or text message. */
import type { PushKey } from '@site/proto/notifications/v1/subscriptions.responses';
import type { PushSupport } from '@/components/push/push-support.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { OptionField, OptionGroup } from '@/ui/forms/choice.js';
import type { EnteredPreferences, Faults } from './entered-preferences.js';

const obstacles: Record<Exclude<PushSupport, 'ready'>, string> = {
  blocked: 'You’ve blocked notifications from this site. You can allow them in your browser’s settings.',
  'install first': 'On an iPhone or iPad, add this site to your home screen first.',
  unsupported: 'This browser doesn’t support notifications from websites.',
};

export const canPush = (ways: PushKey, support: PushSupport) => ways.vapid_key !== '' && support === 'ready';

interface ChannelPickerProps {
  ways: PushKey;
  support: PushSupport;
  entered: EnteredPreferences;
  faults: Faults;
  onChange: (changes: Partial<EnteredPreferences>) => void;
}

/** An unavailable channel is listed with the reason. */
export function ChannelPicker({ ways, support, entered, faults, onChange }: ChannelPickerProps) {
  const { channel, email, phone } = entered;
  return (
    <OptionGroup legend="How should we notify you?">
      {ways.vapid_key !== '' && (
        <OptionField
          type="radio"
          name="channel"
          label="Notifications on this device"
          text={
            support === 'ready'
              ? 'Arrive within seconds, even when this site is closed. Your browser will ask for permission.'
              : obstacles[support]
          }
          disabled={support !== 'ready'}
          checked={channel === 'push'}
          onChange={() => onChange({ channel: 'push' })}
        />
      )}
      {ways.mail && (
        <OptionField
          type="radio"
          name="channel"
          label="Email"
          text="Email can be slow, so keep a second way to get warnings."
          checked={channel === 'mail'}
          onChange={() => onChange({ channel: 'mail' })}
        />
      )}
      {channel === 'mail' && ways.mail && (
        <TextField
          label="Send warnings to"
          type="email"
          autoComplete="email"
          required
          value={email}
          error={faults.email}
          onChange={({ target }) => onChange({ email: target.value })}
          className="mt-2 pl-8"
        />
      )}
      {ways.sms && (
        <OptionField
          type="radio"
          name="channel"
          label="Text messages"
          text="Only for the most dangerous warnings: networks carry a few texts a second, and an outbreak needs thousands."
          checked={channel === 'sms'}
          onChange={() => onChange({ channel: 'sms' })}
        />
      )}
      {channel === 'sms' && ways.sms && (
        <TextField
          label="Text to this number"
          hint="By signing up you agree to automated texts about weather emergencies. Message and data rates may apply. Reply STOP to end, HELP for help. If you have sent us STOP before, text START first."
          type="tel"
          autoComplete="tel"
          required
          value={phone}
          error={faults.phone}
          onChange={({ target }) => onChange({ phone: target.value })}
          className="mt-2 pl-8"
        />
      )}
    </OptionGroup>
  );
}
