import { stateName } from '@site/state/state';
import { useState } from 'react';
import { plannedTimeWords } from '../../../domain/time/planned-time.js';
import { TextField } from '../../../ui/forms/field.js';

interface SendTimeProps {
  value: string;
  onChange: (local: string) => void;
  /** Whether the user has tried to submit. */
  isAsked: boolean;
  /** The server's error message. */
  refused?: string | undefined;
}

/** The send time of a campaign in the state's time zone, with that time in words. */
export function SendTime({ value, onChange, isAsked, refused }: SendTimeProps) {
  // The submit checks again whether the time has passed.
  const [openedAt] = useState(Date.now);
  const said = plannedTimeWords(value, openedAt);
  return (
    <TextField
      label="Date and time"
      hint={`${stateName} time.${value && 'note' in said ? ` ${said.note}` : ''}`}
      type="datetime-local"
      value={value}
      error={refused ?? ((isAsked || value) && 'problem' in said ? said.problem : undefined)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
