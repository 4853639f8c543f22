/** Dialog that sets, changes or ends the storm banner above every page. */
import type { EditedStormBanner } from '@site/proto/content/v1/storm-mode.responses';
import {
  maxStormHours,
  stormBannerInput,
  stormBannerLengths,
  type StormBannerInput,
} from '@site/proto/content/v1/storm-mode.schema';
import { stateName } from '@site/regions/state';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { type Content, useSiteContent } from '@/components/content/site-content.js';
import { FailureBanner } from '@/components/session/failure-banner.js';
import { clockTime } from '@/components/time/times.js';
import { Button } from '@/ui/button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { TextAreaField, TextField } from '@/ui/forms/form-fields.js';
import { useSentForm } from '@/ui/forms/use-form-submission.js';
import { SubmissionKeys } from '@/ui/forms/submission-keys.js';
import { useToast } from '@/ui/toast.js';
import { DialogActions } from '../dialog-actions.js';
import { useDraft, useStoredDraft } from '../editor/drafts.js';
import { localTimeIn, localTimeOf, setStormBanner, showBanner, stormBannerQuery } from './storm-mode.js';

/** Opens with the current banner once it's loaded, or empty if it can't be loaded. */
export function StormModeOpener({ onClose }: { onClose: () => void }) {
  const { data, isPending } = useQuery(stormBannerQuery);
  return isPending ? null : <StormModeDialog banner={data ?? null} onClose={onClose} />;
}

interface StormModeDialogProps {
  /** Null for a new banner. */
  banner: EditedStormBanner | null;
  onClose: () => void;
}

export function StormModeDialog({ banner, onClose }: StormModeDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={banner ? 'Change the storm banner' : 'Storm mode'}
      description="A banner above every page of the site, including the small pages at /now, until the time you choose."
    >
      <StormBannerForm banner={banner} onDone={onClose} />
    </Dialog>
  );
}

const quickHours = [1, 3, 6] as const;
const defaultHours = 3;

const fresh = () => ({ text: '', link_url: '', link_label: '', ends_at: localTimeIn(defaultHours) });

type Template = Pick<StormBannerInput, 'text' | 'link_url' | 'link_label'> & { name: string };

/** Short enough for two lines beside the link on a phone. The third one links to live pictures that this site has: its cameras, its video channel, or the radar. */
function templatesFor(site: Content['site'] | undefined): Template[] {
  const channel = site?.video_channel_url;
  const live = site?.livecam_urls.some(Boolean)
    ? { name: 'Live cameras', link_url: '/livecam', link_label: 'Watch live' }
    : channel
      ? { name: 'Live coverage', link_url: channel, link_label: 'Watch live' }
      : { name: 'Radar', link_url: '/map', link_label: 'See radar' };
  return [
    {
      name: 'Take shelter',
      text: 'Tornado warning: take shelter now.',
      link_url: '/weather',
      link_label: 'See warnings',
    },
    {
      name: 'Storms expected',
      text: 'Severe storms are expected today. Be ready.',
      link_url: '/alert',
      link_label: 'Get alerts',
    },
    { text: 'Severe storms are crossing the state.', ...live },
  ];
}

const filled = ({ text, link_url: url, link_label: label, ends_at: endsAt }: EditedStormBanner) => ({
  text,
  link_url: url ?? '',
  link_label: label,
  ends_at: localTimeOf(Date.parse(endsAt)),
});

type Entered = ReturnType<typeof fresh>;

/** A time that has passed since is replaced. */
const restored = (start: Entered, found: Entered | undefined): Entered =>
  found ? { ...found, ends_at: found.ends_at > localTimeIn(0) ? found.ends_at : start.ends_at } : start;

function StormBannerForm({ banner, onDone }: { banner: EditedStormBanner | null; onDone: () => void }) {
  const client = useQueryClient();
  const showToast = useToast();
  const quickId = useId();
  const templatesId = useId();
  const site = useSiteContent().data?.site;
  const draft = useDraft<Entered>(`storm banner ${banner?.id ?? 'new'}`);
  const [start] = useState(() => (banner ? filled(banner) : fresh()));
  const [keys] = useState(() => new SubmissionKeys());
  const { form, field, ...sent } = useSentForm({
    schema: stormBannerInput,
    defaultValues: restored(start, draft.found),
    inlineErrorFields: ['text', 'link_url', 'link_label', 'ends_at'],
    send: async (input) => {
      const { data } = await setStormBanner(input, keys.headersFor(input));
      keys.renew();
      draft.copies.clear();
      showBanner(client, data);
      showToast(`The storm banner is up until ${clockTime(Date.parse(data.ends_at))}.`);
      onDone();
    },
  });
  const [text, url = '', label = '', endsAt] = form.watch(['text', 'link_url', 'link_label', 'ends_at']);
  const entered = { text, link_url: url, link_label: label, ends_at: endsAt };
  useStoredDraft(draft, JSON.stringify(entered) === JSON.stringify(start) ? undefined : entered);

  function take({ name: _name, ...values }: Template) {
    for (const [field, value] of Object.entries(values))
      form.setValue(field as keyof typeof values, value, { shouldValidate: form.formState.isSubmitted });
  }

  return (
    <form noValidate aria-label="The storm banner" className="flex flex-col gap-5" onSubmit={sent.submit}>
      {sent.failure !== undefined && !sent.hasFieldError && (
        <FailureBanner error={sent.failure} text="We couldn’t publish the storm banner. Try again." />
      )}
      {!banner && (
        <div role="group" aria-labelledby={templatesId} className="flex flex-wrap items-center gap-2">
          <span id={templatesId} className="text-sm text-ink-soft">
            Start from:
          </span>
          {templatesFor(site).map((template) => (
            <Button
              key={template.name}
              tone="secondary"
              size="small"
              className="min-h-11"
              onClick={() => take(template)}
            >
              {template.name}
            </Button>
          ))}
        </div>
      )}
      <TextAreaField
        label="Text"
        hint="Keep it short: phones show two lines at first."
        rows={2}
        maxLength={stormBannerLengths.text}
        aria-required
        data-autofocus=""
        {...field('text')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Link"
          hint="A web address, or a page of this site like /livecam. Leave empty for no link."
          autoComplete="off"
          spellCheck={false}
          {...field('link_url')}
        />
        <TextField
          label="Link text"
          hint="The words that visitors click."
          maxLength={stormBannerLengths.label}
          {...field('link_label')}
        />
      </div>
      <div>
        <TextField
          label="Until"
          hint={`${stateName} time, at most ${maxStormHours} hours from now.`}
          type="datetime-local"
          aria-required
          {...field('ends_at')}
        />
        <div role="group" aria-labelledby={quickId} className="mt-2 flex flex-wrap items-center gap-2">
          <span id={quickId} className="text-sm text-ink-soft">
            From now:
          </span>
          {quickHours.map((hours) => (
            <Button
              key={hours}
              tone="secondary"
              size="small"
              className="min-h-11"
              onClick={() =>
                form.setValue('ends_at', localTimeIn(hours), { shouldValidate: form.formState.isSubmitted })
              }
            >
              {hours === 1 ? '1 hour' : `${hours} hours`}
            </Button>
          ))}
        </div>
      </div>
      <Preview text={text} label={url.trim() && (label.trim() || 'Read more')} />
      <DialogActions>
        <Button
          tone="secondary"
          onClick={() => {
            draft.copies.clear();
            onDone();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" busyLabel={sent.isSubmitting && 'Publishing…'}>
          {banner ? 'Save changes' : 'Publish banner'}
        </Button>
      </DialogActions>
    </form>
  );
}

function Preview({ text, label }: { text: string; label: string }) {
  const captionId = useId();
  return (
    <figure aria-labelledby={captionId}>
      <figcaption id={captionId} className="mb-1.5 font-semibold">
        Preview
      </figcaption>
      <div className="flex items-start gap-3 rounded-md bg-danger px-4 py-2.5 text-on-danger">
        <TriangleAlert aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
        <p className="min-w-0 flex-1 font-semibold wrap-anywhere">{text.trim() || 'Your text goes here.'}</p>
        {label && <span className="shrink-0 rounded-full border border-current px-3 font-semibold">{label}</span>}
      </div>
    </figure>
  );
}
