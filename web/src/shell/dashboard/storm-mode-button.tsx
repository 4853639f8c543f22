import { CloudLightning } from 'lucide-react';
import { IconButton } from '../../ui/button.js';

/** Opens storm mode from every screen, also for users whose first screen isn't the overview. */
export function StormModeButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton label="Storm mode" title="Storm mode" aria-haspopup="dialog" onClick={onClick}>
      <CloudLightning aria-hidden="true" size={20} />
    </IconButton>
  );
}
