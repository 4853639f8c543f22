import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button, type ButtonTone } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { useToast } from '../../ui/toast.js';
import { FailureText } from '../editor/delete-dialog.js';
import { endStormBanner, showBanner } from './storm-mode.js';

interface EndBannerProps {
  label: string;
  tone: ButtonTone;
  className?: string;
}

/** A button that ends the storm banner after confirmation. */
export function EndBanner({ label, tone, className }: EndBannerProps) {
  const client = useQueryClient();
  const showToast = useToast();
  const [isAsking, setAsking] = useState(false);
  const underWay = useRef(false);
  const ending = useMutation({
    networkMode: 'always',
    mutationFn: endStormBanner,
    onSuccess: () => {
      showToast('The storm banner has ended.');
      setAsking(false);
      showBanner(client, null);
    },
    onSettled: () => {
      underWay.current = false;
    },
  });

  function end() {
    if (underWay.current) return;
    underWay.current = true;
    ending.mutate();
  }

  return (
    <>
      <Button tone={tone} size="small" className={className} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="End the storm banner?"
        text="It disappears from every page within seconds."
        confirmLabel="Yes, End It"
        busyLabel="Ending…"
        busy={ending.isPending}
        error={ending.isError && <FailureText text="We couldn’t end it. Try again." error={ending.error} />}
        destructive
        onConfirm={end}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
