/** The post editor's text box, with toolbar, uploads and dialogs. */
import type { RichTextDocument } from '@site/domain/content/rich-text';
import type { MediaItem } from '@site/proto/content/v1/media.responses';
import { richTextLimits } from '@site/proto/content/v1/rich-text.schema';
import { Extension } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { MediaPicker } from '@/dashboard-kit/media/media-picker.js';
import { Banner } from '@/ui/banner.js';
import { classNames } from '@/ui/class-names.js';
import { FieldError } from '@/ui/forms/form-fields.js';
import { plainDocument, extractDocumentText } from '../post-values.js';
import { blockShortcuts } from './move-block.js';
import { DragHandle } from './drag-handle.js';
import { extensions } from './extensions.js';
import { LinkDialog, SnapshotDialog, WarningDialog } from './insert-dialogs.js';
import { pasteGuard } from './paste-guard.js';
import type { Dropped } from './paste-reader.js';
import { readablePaste } from './pasted-html.js';
import { PasteNotice } from './paste-notice.js';
import { ImageDialog, LibraryContext } from './image-view.js';
import { SlashMenu } from './slash-menu.js';
import { textDirection } from './text-direction.js';
import type { InsertKind } from './editor-tool.js';
import { Toolbar } from './toolbar.js';
import { uploadPlaces } from './upload-placeholders.js';
import { UploadList, useUploads } from './use-uploads.js';
import { VideoOffers, videoOffers } from './video-offers.js';
import { VideoDialog } from './video-view.js';

export interface RichTextBoxProps {
  id: string;
  label: string;
  /** The initial document; later changes are ignored. */
  document: RichTextDocument | null;
  /** A new number replaces the text with `document`, as an undoable step. */
  replacements: number;
  onChange: (document: RichTextDocument) => void;
  media: ReadonlyMap<string, MediaItem>;
  onMedia: (item: MediaItem) => void;
  error: string | undefined;
}

/** ProseMirror keeps the caret away from the window's edges by this; the bar below the text covers one. */
const caretSpace = {
  top: 5,
  left: 5,
  right: 5,
  get bottom() {
    return parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 5;
  },
};

const emptySet: ReadonlySet<Dropped> = new Set();

/** An empty document would have no line to write on. */
const contentOf = (document: RichTextDocument | null) => (document?.content.length ? document : '');

/** The open dialog and the selection it applies to, which opening it would lose. */
interface Question {
  what: InsertKind;
  at: { from: number; to: number };
}

const questionOf = (editor: Editor, what: InsertKind): Question => ({ what, at: selectedIn(editor) });

/** Returns the browser's selection: the editor's lags behind a fast user. */
function selectedIn({ state: { selection }, view }: Editor): Question['at'] {
  const { from, to } = selection;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = globalThis.getSelection() ?? {};
  const isHere = anchorNode && focusNode && view.dom.contains(anchorNode) && view.dom.contains(focusNode);
  if (!(selection instanceof TextSelection) || !view.hasFocus() || !isHere) return { from, to };
  const ends = [view.posAtDOM(anchorNode, anchorOffset ?? 0), view.posAtDOM(focusNode, focusOffset ?? 0)];
  return { from: Math.min(...ends), to: Math.max(...ends) };
}

export function RichTextBox(props: RichTextBoxProps) {
  const { id, label, document, replacements, onChange, media, onMedia, error } = props;
  const [question, setQuestion] = useState<Question>();
  const [pasteError, setPasteError] = useState<string>();
  const [dropped, setDropped] = useState<ReadonlySet<Dropped>>(emptySet);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });

  const [initialExtensions] = useState(() => [
    ...extensions,
    uploadPlaces,
    videoOffers,
    textDirection,
    pasteGuard(setPasteError),
    blockShortcuts,
    Extension.create({
      name: 'boxShortcuts',
      addKeyboardShortcuts: () => ({
        // As in other editors: Tab has other uses in tables and lists.
        'Alt-F10': () => {
          const bars = globalThis.document.querySelectorAll<HTMLElement>(`[aria-controls="${id}"] [tabindex="0"]`);
          bars.item(bars.length - 1)?.focus();
          return true;
        },
        'Mod-k': ({ editor: here }) => {
          setQuestion(questionOf(here, 'link'));
          return true;
        },
      }),
    }),
  ]);
  const editor = useEditor({
    extensions: initialExtensions,
    content: contentOf(document),
    // The content security policy forbids style sheets created by scripts; `textClassName` has the rules.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      scrollThreshold: caretSpace,
      scrollMargin: caretSpace,
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': `${id}-count ${id}-error`,
        class: textClassName,
      },
      transformPastedHTML: (pasted) => {
        const { html, dropped: left } = readablePaste(pasted);
        setDropped(left);
        return html;
      },
      transformPastedText: (text) => {
        setDropped(emptySet);
        return text.replace(/[\v\f\u0085\u2028\u2029]/g, '\n');
      },
    },
    onUpdate: ({ editor: now }) => {
      setPasteError(undefined);
      changed.current(now.getJSON() as RichTextDocument);
    },
  });
  useReplacement(editor, document, replacements);
  const uploads = useUploads(editor, onMedia);
  const library = useMemo(() => ({ media, onMedia }), [media, onMedia]);

  const chooser = useRef<HTMLInputElement>(null);
  const insertKind = question?.what;
  const prompt = (what: InsertKind) =>
    what === 'upload' ? chooser.current?.click() : setQuestion(questionOf(editor, what));
  const [selectedImage, setSelectedImage] = useState<MediaItem>();
  const close = () => {
    setQuestion(undefined);
    setSelectedImage(undefined);
  };
  const box = () => editor.view.dom;
  const insert = (type: string, attrs: Record<string, string | undefined>) => {
    close();
    // After the selection instead of replacing it, with an empty paragraph below.
    editor
      .chain()
      .focus()
      .setTextSelection(question?.at.to ?? editor.state.selection.to)
      .insertContent([{ type, attrs }, { type: 'paragraph' }])
      .run();
  };

  return (
    <LibraryContext value={library}>
      {pasteError && (
        <Banner tone="error" className="mb-3">
          {pasteError}
        </Banner>
      )}
      <UploadList uploads={uploads} />
      <input
        ref={chooser}
        type="file"
        multiple
        accept="image/*,application/pdf"
        aria-label="Files to upload"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          editor.emit('files', { files: [...(target.files ?? [])], at: editor.state.selection.to });
          // Lets the same file be chosen again.
          target.value = '';
        }}
      />
      <div
        className={classNames(
          'rounded-md border bg-surface',
          error
            ? 'border-danger ring-1 ring-danger'
            : 'border-edge focus-within:border-sky focus-within:ring-1 focus-within:ring-sky',
        )}
      >
        <Toolbar editor={editor} onPrompt={prompt} controls={id} />
        <div className="relative">
          <EditorContent editor={editor} />
          <DragHandle editor={editor} />
          <SlashMenu editor={editor} onPrompt={prompt} />
        </div>
      </div>
      <VideoOffers editor={editor} />
      <PasteNotice dropped={dropped} onClose={() => setDropped(emptySet)} />
      <Count id={`${id}-count`} document={document} />
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {question?.what === 'link' && (
        <LinkDialog
          href={String(editor.getAttributes('link')['href'] ?? '')}
          hasText={question.at.from < question.at.to}
          onSet={(href) => {
            close();
            setLink(editor, href, question.at);
          }}
          onRemove={() => {
            close();
            editor.chain().focus().setTextSelection(question.at).extendMarkRange('link').unsetMark('link').run();
          }}
          onClose={close}
          returnFocusTo={box}
        />
      )}
      <MediaPicker
        open={insertKind === 'picture' && !selectedImage}
        title="Choose a picture"
        onSelect={(item, isUpload) => {
          onMedia(item);
          if (isUpload) insert('image', { mediaId: item.id });
          else setSelectedImage(item);
        }}
        onClose={close}
        returnFocusTo={box}
      />
      {selectedImage && (
        <ImageDialog
          item={media.get(selectedImage.id) ?? selectedImage}
          attributes={{ mediaId: selectedImage.id }}
          isNew
          returnFocusTo={box}
          onChange={(attributes) => insert('image', { mediaId: selectedImage.id, ...attributes })}
          onClose={close}
        />
      )}
      {insertKind === 'video' && (
        <VideoDialog onSelect={(video) => insert('video', video)} onClose={close} returnFocusTo={box} />
      )}
      {insertKind === 'snapshot' && (
        <SnapshotDialog
          onSelect={(snapshotId) => insert('snapshot', { snapshotId })}
          onClose={close}
          returnFocusTo={box}
        />
      )}
      {insertKind === 'warning' && (
        <WarningDialog onSelect={(event) => insert('warning', { event })} onClose={close} returnFocusTo={box} />
      )}
    </LibraryContext>
  );
}

function setLink(editor: Editor, href: string, at: Question['at']) {
  const there = editor.chain().focus().setTextSelection(at);
  if (at.from === at.to && !editor.isActive('link')) {
    const text = href.replace(/^mailto:/, '');
    there.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run();
  } else there.extendMarkRange('link').setMark('link', { href }).run();
}

/** Replaces the document, undoably. */
function useReplacement(editor: Editor, document: RichTextDocument | null, replacements: number) {
  const done = useRef(replacements);
  useEffect(() => {
    if (done.current === replacements) return;
    done.current = replacements;
    editor.commands.setContent(contentOf(document && plainDocument(document)), { emitUpdate: false });
  }, [document, editor, replacements]);
}

function Count({ id, document }: { id: string; document: RichTextDocument | null }) {
  const { characters: maxCharacters } = richTextLimits;
  const count = extractDocumentText(document).length;
  return (
    <p
      id={id}
      className={classNames('figures mt-1.5 text-sm', count > maxCharacters ? 'text-danger' : 'text-ink-soft')}
    >
      {count.toLocaleString('en-US')} of {maxCharacters.toLocaleString('en-US')} characters
      {count > maxCharacters && `: ${(count - maxCharacters).toLocaleString('en-US')} too many to save`}
    </p>
  );
}

/**
 * Close to the public page. The first line replaces ProseMirror's style sheet: it keeps every space and shows selected
 * blocks. No kerning, for the reason given in TextFrame.
 */
export const textClassName =
  'relative break-words whitespace-break-spaces [font-variant-ligatures:none] [font-kerning:none] [&_.ProseMirror-separator]:inline ' +
  'min-h-80 px-4 py-4 text-base outline-none wrap-anywhere focus-visible:outline-none sm:px-6 ' +
  '[&>p]:mb-4 [&_blockquote>p]:mb-2 [&_h2]:mt-6 [&_h2]:mb-2 [&_h2]:text-xl [&_h2]:font-bold [&_h3]:mt-4 [&_h3]:mb-2 [&_h3]:text-lg [&_h3]:font-bold ' +
  '[&_ul]:mb-4 [&_ul]:list-disc [&_ul]:ps-6 [&_ol]:mb-4 [&_ol]:list-decimal [&_ol]:ps-6 [&_li>p]:mb-1 ' +
  '[&_blockquote]:mb-4 [&_blockquote]:border-s-4 [&_blockquote]:border-edge [&_blockquote]:ps-4 ' +
  '[&_a]:text-sky-strong [&_a]:underline ' +
  '[&_code]:rounded-sm [&_code]:bg-surface-raised [&_code]:px-1 [&_code]:text-[0.9em] ' +
  '[&_hr]:my-6 [&_hr]:border-edge [&_hr.ProseMirror-selectednode]:outline-3 [&_hr.ProseMirror-selectednode]:outline-sky ' +
  '[&_table]:min-w-full [&_:is(th,td)]:min-w-20 [&_:is(th,td)]:max-w-80 [&_:is(th,td)]:border [&_:is(th,td)]:border-edge ' +
  '[&_:is(th,td)]:px-3 [&_:is(th,td)]:py-2 [&_:is(th,td)]:text-start [&_:is(th,td)]:align-top [&_:is(th,td)]:wrap-break-word ' +
  '[&_th]:bg-surface-raised [&_th]:font-semibold [&_.selectedCell]:bg-sky-soft ' +
  '[&_.ProseMirror-gapcursor]:relative [&_.ProseMirror-gapcursor]:block [&_.ProseMirror-gapcursor]:h-1 ' +
  '[&_.ProseMirror-gapcursor]:border-t-2 [&_.ProseMirror-gapcursor]:border-ink';
