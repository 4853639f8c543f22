import type { FormEvent } from 'react';
import { TextField } from '../../../ui/forms/field.js';

/** It travels in the address, in which a long text has no place; the server itself takes 2,000 characters. */
const longestReason = 500;

interface ReasonFormProps {
  reason: string;
  busy: boolean;
  onChange: (reason: string) => void;
  onSubmit: () => void;
}

/** Why a photo is rejected. One line: Enter confirms. */
export function ReasonForm({ reason, busy, onChange, onSubmit }: ReasonFormProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form noValidate onSubmit={submit} className="mt-2">
      <TextField
        label="Reason (optional)"
        hint="Write it so that the sender may read it."
        maxLength={longestReason}
        autoComplete="off"
        value={reason}
        readOnly={busy}
        data-autofocus=""
        onChange={(event) => onChange(event.target.value)}
      />
    </form>
  );
}
