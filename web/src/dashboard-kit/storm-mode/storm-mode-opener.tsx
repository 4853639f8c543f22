import { useQuery } from '@tanstack/react-query';
import { StormModeDialog } from './storm-mode-dialog.js';
import { stormBannerQuery } from './storm-mode.js';

/** The dialog from anywhere: with the notice that stands, once that is known. When it cannot be known, for a new one. */
export function StormModeOpener({ onClose }: { onClose: () => void }) {
  const { data, isPending } = useQuery(stormBannerQuery);
  if (isPending) return null;
  return <StormModeDialog standing={data ?? null} onClose={onClose} />;
}
