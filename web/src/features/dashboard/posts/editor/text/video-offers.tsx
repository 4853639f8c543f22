/** Offers to embed a video where a post has its address. */
import { videoAt, videoProviders, findVideoRejection, type Video } from '@site/domain/content/videos';
import { linkAddress } from '@site/proto/content/v1/rich-text.schema';
import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { useEditorState } from '@tiptap/react';
import { createPortal } from 'react-dom';
import { Button } from '@/ui/button.js';

interface Offer {
  /** Tells several lines with the same address apart. */
  key: string;
  address: string;
  from: number;
  to: number;
  /** Undefined if it can't be embedded. */
  video: Video | undefined;
  host: string;
  text: string;
}

/** The addresses that stay links. */
const declined = new PluginKey<ReadonlySet<string>>('videoOffers');

const isPageUrl = (text: string) => !/\s/.test(text) && text.includes('.') && text.includes('/');

/** Returns the lines that consist of a video's address. */
function offersIn(state: EditorState): Offer[] {
  const offers: Offer[] = [];
  state.doc.forEach((node, from) => {
    const address = node.textContent.trim();
    if (node.type.name !== 'paragraph' || address.length > 500 || !isPageUrl(address)) return;
    if (node.children.some(({ isText }) => !isText) || declined.getState(state)?.has(address)) return;
    const video = videoAt(address);
    const rejection = findVideoRejection(address);
    const host = video ? videoProviders[video.provider].name : rejection?.host;
    if (host === undefined) return;
    const text = rejection ? `${rejection.reason} The address stays a link.` : `This is a ${host} video. Embed it?`;
    const count = offers.filter((one) => one.address === address).length;
    offers.push({ key: `${address} ${count}`, address, from, to: from + node.nodeSize, video, host, text });
  });
  return offers;
}

const boxes = new Map<string, HTMLElement>();

/** Returns the element below a line, in which React draws the offer. */
function boxOf(key: string): HTMLElement {
  const box = boxes.get(key) ?? document.createElement('div');
  box.contentEditable = 'false';
  boxes.set(key, box);
  return box;
}

/** Offers to embed the video of an address that is alone on its line. */
export const videoOffers = Extension.create({
  name: 'videoOffers',
  addProseMirrorPlugins: () => [
    new Plugin<ReadonlySet<string>>({
      key: declined,
      state: {
        init: () => new Set(),
        apply(transaction, addresses) {
          const address = transaction.getMeta(declined) as string | undefined;
          return address === undefined ? addresses : new Set([...addresses, address]);
        },
      },
      props: {
        decorations: (state) =>
          DecorationSet.create(
            state.doc,
            offersIn(state).map(({ key, to }) =>
              Decoration.widget(to, () => boxOf(key), { key, side: -1, ignoreSelection: true, stopEvent: () => true }),
            ),
          ),
      },
    }),
  ],
});

const embed = (editor: Editor, { from, to, video }: Offer) =>
  editor
    .chain()
    .focus()
    .insertContentAt({ from, to }, [{ type: 'video', attrs: { ...video } }, { type: 'paragraph' }])
    .run();

function insertLink(editor: Editor, { address, from, to }: Offer) {
  const href = linkAddress(address);
  const { tr, schema } = editor.state;
  const link = schema.marks['link'];
  if (href !== undefined && link) tr.addMark(from, to, link.create({ href }));
  editor.view.dispatch(tr.setMeta(declined, address));
  editor.commands.focus();
}

export function VideoOffers({ editor }: { editor: Editor }) {
  const offers = useEditorState({ editor, selector: ({ editor: now }) => offersIn(now.state) });
  return offers.map((offer) =>
    createPortal(
      <div
        role="group"
        aria-label={`Video from ${offer.host}`}
        className="mb-4 flex flex-wrap items-center gap-2 rounded-md bg-sky-soft p-3 text-sm whitespace-normal"
      >
        <p role="status" className="min-w-0 flex-1 basis-60">
          {offer.text}
        </p>
        {offer.video && (
          <Button size="small" onClick={() => embed(editor, offer)}>
            Embed the video
          </Button>
        )}
        <Button size="small" tone="secondary" onClick={() => insertLink(editor, offer)}>
          {offer.video ? 'Keep as link' : 'OK'}
        </Button>
      </div>,
      boxOf(offer.key),
      offer.key,
    ),
  );
}
