import { stateName } from '@site/state/state';
import { useState } from 'react';
import { plannedTimeWords } from '../../../domain/time/planned-time.js';
import { TextField } from '../../../ui/forms/field.js';

interface SendTimeProps {
  value: string;
  onChange: (local: string) => void;
  /** Whether somebody has tried to go on with it. */
  isAsked: boolean;
  /** What the server said of it. */
  refused?: string | undefined;
}

/** The time of the state at which a campaign goes out, with what it is in words. */
export function SendTime({ value, onChange, isAsked, refused }: SendTimeProps) {
  // What has passed since then is looked at when it is sent.
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
