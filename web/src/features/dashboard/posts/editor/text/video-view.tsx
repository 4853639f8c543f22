/** An embedded video in the post editor, and the dialog that inserts one. */
import type { VideoAttributes } from '@site/domain/content/rich-text';
import { videoAt, videoProviders, findVideoRejection } from '@site/domain/content/videos';
import { richTextLimits } from '@site/proto/content/v1/rich-text.schema';
import type { NodeViewProps } from '@tiptap/react';
import { type FormEvent, use, useState } from 'react';
import { MediaPicker } from '@/dashboard-kit/media/media-picker.js';
import { VideoPoster } from '@/components/content/video-embed.js';
import { Button } from '@/ui/button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { Frame } from './block-frame.js';
import { LibraryContext } from './image-view.js';

export function VideoView(props: NodeViewProps) {
  const { media, onMedia } = use(LibraryContext);
  const { provider, id, title, mediaId = '' } = props.node.attrs as VideoAttributes;
  const [typed, setTyped] = useState(title ?? '');
  const [previousTitle, setPreviousTitle] = useState(title);
  const [isChoosing, setIsChoosing] = useState(false);
  // Undo changes it, too.
  if (title !== previousTitle) {
    setPreviousTitle(title);
    setTyped(title ?? '');
  }
  const { name, page } = videoProviders[provider];
  return (
    <Frame {...props} noun="video">
      <span className="relative mx-auto block aspect-video max-h-80 overflow-hidden">
        <VideoPoster name={name} image={media.get(mediaId)?.picture} />
      </span>
      <div className="space-y-3 px-4 py-3 text-sm whitespace-normal">
        <TextField
          label="Title of the video"
          value={typed}
          maxLength={richTextLimits.videoTitle}
          onChange={({ target }) => {
            setTyped(target.value);
            props.updateAttributes({ title: target.value });
          }}
        />
        <p className="flex flex-wrap items-center gap-2">
          <Button tone="secondary" size="small" onClick={() => setIsChoosing(true)}>
            {mediaId ? 'Choose another poster' : 'Choose a poster'}
          </Button>
          {mediaId && (
            <Button tone="secondary" size="small" onClick={() => props.updateAttributes({ mediaId: '' })}>
              Remove the poster
            </Button>
          )}
          <OutsideLink href={page(id)}>Watch on {name}</OutsideLink>
        </p>
      </div>
      <MediaPicker
        open={isChoosing}
        title="Choose a poster"
        onSelect={(item) => {
          setIsChoosing(false);
          onMedia(item);
          props.updateAttributes({ mediaId: item.id });
        }}
        onClose={() => setIsChoosing(false)}
      />
    </Frame>
  );
}

interface VideoDialogProps {
  onSelect: (video: Record<string, string>) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

export function VideoDialog({ onSelect, onClose, returnFocusTo }: VideoDialogProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    // Events bubble from the dialog to the page's form.
    event.stopPropagation();
    const video = videoAt(typed);
    if (video) onSelect({ ...video });
    else
      setError(
        findVideoRejection(typed)?.reason ??
          'Enter the address of a YouTube, Vimeo or Facebook video. Others can’t be embedded: add a link to them instead.',
      );
  }

  return (
    <Dialog open onClose={onClose} title="Video" returnFocusTo={returnFocusTo}>
      <form onSubmit={submit} noValidate>
        <TextField
          label="Address of the video"
          hint="From YouTube, Vimeo or Facebook. You can also paste it on a line of its own."
          value={typed}
          error={error}
          inputMode="url"
          autoComplete="off"
          data-autofocus=""
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
        />
        <div className="mt-5 flex justify-end pb-1">
          <Button type="submit">Add the video</Button>
        </div>
      </form>
    </Dialog>
  );
}
