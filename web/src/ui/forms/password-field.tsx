import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { IconButton } from '../button.js';
import { TextField } from './field.js';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing' | 'autoCapitalize' | 'spellCheck'>;

/** A password input with a show/hide button. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const verb = shown ? 'Hide' : 'Show';
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton label={`${verb} ${props.label.toLowerCase()}`} onClick={() => setShown(!shown)}>
          {shown ? <EyeOff aria-hidden="true" size={20} /> : <Eye aria-hidden="true" size={20} />}
        </IconButton>
      }
    />
  );
}
