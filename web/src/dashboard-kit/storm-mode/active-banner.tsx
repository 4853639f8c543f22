import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '@/components/time/clock.js';
import { alertTime } from '@/components/time/times.js';
import { Button, type ButtonTone } from '@/ui/button.js';
import { useToast } from '@/ui/toast.js';
import { ActionDialog } from '../action-dialog.js';
import { endStormBanner, showBanner, stormBannerQuery } from './storm-mode.js';

/** A reminder above every screen while a storm banner is up, for users who may end it. */
export function ActiveBannerLine() {
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

export function EndBanner({ label, tone, className }: { label: string; tone: ButtonTone; className: string }) {
  const client = useQueryClient();
  const showToast = useToast();
  const [target, setTarget] = useState<object>();
  return (
    <>
      <Button tone={tone} size="small" className={className} onClick={() => setTarget({})}>
        {label}
      </Button>
      <ActionDialog
        target={target}
        title="End the storm banner?"
        question="It disappears from every page within seconds."
        confirmLabel="Yes, End It"
        busyLabel="Ending…"
        failure="We couldn’t end it. Try again."
        act={endStormBanner}
        onDone={() => {
          showToast('The storm banner has ended.');
          setTarget(undefined);
          showBanner(client, null);
        }}
        onCancel={() => setTarget(undefined)}
      />
    </>
  );
}
