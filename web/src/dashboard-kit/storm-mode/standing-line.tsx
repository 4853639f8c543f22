import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useNow } from '../../domain/time/clock.js';
import { alertTime } from '../../domain/time/times.js';
import { EndBanner } from './end-banner.js';
import { stormBannerQuery } from './storm-mode.js';

/** A reminder above every screen while a storm banner is up, for users who may end it. */
export function StandingLine() {
  const { data: banner } = useQuery(stormBannerQuery);
  const now = useNow();
  if (!banner) return null;
  return (
    <section aria-label="Storm banner" className="flex items-center gap-3 bg-danger px-4 py-1 text-on-danger md:px-8">
      <TriangleAlert aria-hidden="true" size={18} className="shrink-0" />
      <p className="min-w-0 flex-1 truncate text-sm font-semibold">
        Storm banner until {alertTime(banner.ends_at, now)}: {banner.text}
      </p>
      <EndBanner label="End" tone="secondary" className="min-h-9 shrink-0" />
    </section>
  );
}
