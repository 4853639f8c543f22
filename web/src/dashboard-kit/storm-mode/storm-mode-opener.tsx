import { useQuery } from '@tanstack/react-query';
import { StormModeDialog } from './storm-mode-dialog.js';
import { stormBannerQuery } from './storm-mode.js';

/** Opens the dialog from any screen with the current banner once it's loaded, or empty if it can't be loaded. */
export function StormModeOpener({ onClose }: { onClose: () => void }) {
  const { data, isPending } = useQuery(stormBannerQuery);
  if (isPending) return null;
  return <StormModeDialog standing={data ?? null} onClose={onClose} />;
}
