import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { strings } from '../../strings.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { Dialog } from '../../ui/dialogs/dialog.js';
import { UploadProgress } from '../../ui/forms/upload-progress.js';
import type { Editor, Values } from './editor.js';

interface EditorDialogProps<V extends Values> {
  editor: Editor<V>;
  title: string;
  submitLabel: string;
  /** Shown on the submit button while it is under way. */
  busyLabel: string;
  /** Called when it is to be closed without saving. */
  onClose: () => void;
  returnFocusTo?: () => HTMLElement | null | undefined;
  /** The fields. The one to begin with is marked `data-autofocus`. */
  children: ReactNode;
}

/** The modal form of `useEditor`. Closing it asks first when something would be lost. */
export function EditorDialog<V extends Values>(props: EditorDialogProps<V>) {
  const { editor, title, submitLabel, busyLabel, onClose, returnFocusTo, children } = props;
  const [asking, setAsking] = useState(false);
  const formId = useId();
  const top = useRef<HTMLDivElement>(null);
  const { attempts, conflict, failure, saving, progress } = editor;
  const uploading = progress !== undefined && progress < 1;

  useEffect(() => {
    if (attempts === 0) return;
    // The first field with a fault; else what is said above the form, which is taller than the dialog.
    const fault = document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (fault) fault.focus();
    else top.current?.scrollIntoView({ block: 'nearest' });
  }, [attempts, formId]);

  function close() {
    if (saving) {
      if (uploading) editor.stop();
    } else if (editor.dirty) setAsking(true);
    else onClose();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    editor.submit();
  }

  function discard() {
    editor.discard();
    onClose();
  }

  return (
    <>
      <Dialog
        open
        onClose={close}
        dismissible={!saving}
        title={title}
        returnFocusTo={returnFocusTo}
        footer={
          <>
            {progress !== undefined && (
              <div className="basis-full">
                <UploadProgress share={progress} />
              </div>
            )}
            <Button tone="secondary" onClick={close} aria-disabled={(saving && !uploading) || undefined}>
              {strings.cancel}
            </Button>
            <Button type="submit" form={formId} busyLabel={saving && busyLabel}>
              {submitLabel}
            </Button>
          </>
        }
      >
        <div ref={top} className="flex scroll-mt-4 flex-col gap-3 [&:not(:empty)]:mb-5">
          {editor.restored && attempts === 0 && (
            <Banner tone="info">What you typed here before is back. It is not saved yet.</Banner>
          )}
          {failure && (
            <Banner tone="error">
              <p>{failure.text}</p>
              {failure.detail && <p className="text-ink-soft">{failure.detail}</p>}
            </Banner>
          )}
          {conflict && <ConflictNotice editor={editor} />}
          {!conflict && editor.latest !== undefined && <LatestNotice gone={editor.latest === 'gone'} />}
        </div>
        {/* The browser's own bubbles would say the same a second time. */}
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5 pb-1">
          {children}
        </form>
      </Dialog>
      <ConfirmDialog
        open={asking}
        title="Discard your changes?"
        text="What you entered here is not saved yet."
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        busyLabel="Discard"
        busy={false}
        destructive
        onConfirm={discard}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

function ConflictNotice<V extends Values>({ editor }: { editor: Editor<V> }) {
  return (
    <Banner tone="error">
      <p>{strings.someoneElseChanged}</p>
      <p className="text-ink-soft">
        {editor.latestFailed ? 'The latest version could not be loaded. ' : ''}What you typed stays here.
      </p>
      <Button
        tone="secondary"
        size="small"
        className="mt-2"
        onClick={editor.loadLatest}
        busyLabel={editor.loadingLatest && 'Loading…'}
      >
        Load the latest version
      </Button>
    </Banner>
  );
}

function LatestNotice({ gone }: { gone: boolean }) {
  return (
    <Banner tone="info">
      {gone
        ? 'Someone else has deleted it meanwhile. It can be restored from the trash; copy what you typed if you need it.'
        : 'The latest version is loaded. What you typed is kept; where it differs, the latest version stands below the field.'}
    </Banner>
  );
}
