/** Card with the state of the storm banner and a button to set it. */
import type { EditedStormBanner } from '@site/proto/content/v1/storm-mode.responses';
import { useQuery } from '@tanstack/react-query';
import { CloudLightning } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '@/components/time/clock.js';
import { alertTime } from '@/components/time/times.js';
import { Button } from '@/ui/button.js';
import { Ago } from '../facts.js';
import { EndBanner } from './active-banner.js';
import { StormModeDialog } from './storm-mode-dialog.js';
import { stormBannerQuery } from './storm-mode.js';

export function StormModeCard() {
  const { data: banner, isError, refetch } = useQuery(stormBannerQuery);
  const [isOpen, setOpen] = useState(false);
  const isUnknown = isError && banner === undefined;
  return (
    <section
      aria-labelledby="storm-mode"
      className={`card flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 md:p-6 ${banner ? 'ring-2 ring-danger ring-inset' : ''}`}
    >
      <div className={`min-w-0 flex-1 ${banner ? 'basis-72' : 'basis-36 md:basis-72'}`}>
        <h2 id="storm-mode" className="flex items-center gap-2.5 text-lg">
          <CloudLightning aria-hidden="true" size={22} className={`shrink-0 ${banner ? 'text-danger' : ''}`} />
          {banner ? 'The storm banner is up' : 'Storm mode'}
        </h2>
        {banner ? (
          <ActiveBanner banner={banner} />
        ) : (
          <p className={`mt-1 text-ink-soft ${isUnknown ? '' : 'max-md:hidden'}`}>
            {isUnknown
              ? 'We can’t tell whether a storm banner is up right now.'
              : 'Shows a banner with a link above every page until the time you choose.'}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {isUnknown ? (
          <Button tone="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        ) : (
          <Button tone={banner ? 'secondary' : 'danger'} onClick={() => setOpen(true)}>
            {banner ? 'Change' : 'Storm mode'}
          </Button>
        )}
        {banner && <EndBanner label="End now" tone="danger" className="min-h-11" />}
      </div>
      {isOpen && <StormModeDialog banner={banner ?? null} onClose={() => setOpen(false)} />}
    </section>
  );
}

function ActiveBanner({ banner }: { banner: EditedStormBanner }) {
  const now = useNow();
  return (
    <>
      <p className="mt-1 font-semibold wrap-anywhere">{banner.text}</p>
      <p className="text-ink-soft">
        Published by {banner.set_by} <Ago at={banner.starts_at} />, until {alertTime(banner.ends_at, now)}.
      </p>
    </>
  );
}
