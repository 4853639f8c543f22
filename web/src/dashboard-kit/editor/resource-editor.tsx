/** Dialog that creates or edits an item of the dashboard, built from its description. */
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { ApiResponse } from '@/api/api.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { focusFirstError } from '@/ui/forms/focus-error.js';
import { UploadProgress } from '@/ui/forms/upload-progress.js';
import { ResourceField } from './resource-field.js';
import { fieldsOf, type Editable, type Resource } from './resource.js';
import { useEditor, type Editor } from './use-editor.js';

interface ResourceEditorProps<Item extends Editable> {
  resource: Resource<Item>;
  /** Undefined for a new one. */
  item: Item | undefined;
  onSaved: (response: ApiResponse<Item>) => void;
  /** Closed without saving. */
  onClose: () => void;
  returnFocusTo?: () => HTMLElement | null | undefined;
}

/** Closing asks for confirmation if changes would be lost. */
export function ResourceEditor<Item extends Editable>(props: ResourceEditorProps<Item>) {
  const { resource, item, onSaved, onClose, returnFocusTo } = props;
  const editor = useEditor(resource, item, onSaved);
  const [asking, setAsking] = useState(false);
  const formId = useId();
  const top = useRef<HTMLDivElement>(null);
  const { attempts, saving, progress } = editor;
  const uploading = progress !== undefined && progress < 1;
  const labels = item ? { ...resource.edit, submit: dashboardStrings.update, busy: 'Updating...' } : resource.create;
  const fields = fieldsOf(resource);
  const firstText = fields.find(([, { type }]) => type !== 'picture' && type !== 'own')?.[0];

  useLayoutEffect(() => {
    if (attempts === 0) return;
    // Without an invalid field, scrolls to the message above the form, which is taller than the dialog.
    if (!focusFirstError(document.getElementById(formId))) top.current?.scrollIntoView({ block: 'nearest' });
  }, [attempts, formId]);

  function close() {
    if (saving) {
      if (uploading) editor.stop();
    } else if (editor.isDirty) setAsking(true);
    else onClose();
  }

  return (
    <>
      <Dialog
        open
        onClose={close}
        dismissible={!saving}
        title={labels.title}
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
            <Button type="submit" form={formId} busyLabel={saving && labels.busy}>
              {labels.submit}
            </Button>
          </>
        }
      >
        <div ref={top} className="flex scroll-mt-4 flex-col gap-3 [&:not(:empty)]:mb-5">
          <Notices editor={editor} />
        </div>
        {/* The browser's validation bubbles would repeat our messages. */}
        <form id={formId} noValidate onSubmit={editor.submit} className="flex flex-col gap-5 pb-1">
          {fields.map(([name, field]) => (
            <ResourceField
              key={name}
              editor={editor}
              name={name}
              field={field}
              item={item}
              begin={name === firstText}
            />
          ))}
        </form>
        {item && resource.Below && <resource.Below item={item} />}
      </Dialog>
      <ConfirmDialog
        open={asking}
        title="Discard your changes?"
        text="Your changes aren’t saved yet."
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        busyLabel="Discard"
        busy={false}
        destructive
        onConfirm={() => {
          editor.discard();
          onClose();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

function Notices({ editor }: { editor: Editor }) {
  const { failure, conflict } = editor;
  return (
    <>
      {editor.restored && editor.attempts === 0 && (
        <Banner tone="info">We restored what you typed before. It isn’t saved yet.</Banner>
      )}
      {failure && <Failure {...failure} />}
      {conflict && (
        <Banner tone="error">
          <p>Someone else changed this in the meantime. Reload to see the latest version.</p>
          <p className="text-ink-soft">
            {editor.latestFailed ? 'We couldn’t load the latest version. ' : ''}What you typed is still here.
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
      )}
      {!conflict && editor.theirs && (
        <Banner tone="info">
          The latest version is loaded, and what you typed is kept. Where they differ, the latest version is shown below
          the field.
        </Banner>
      )}
      {!conflict && editor.isDeleted && (
        <Banner tone="info">
          Someone else has deleted this. You can restore it from the trash. Copy what you typed if you need it.
        </Banner>
      )}
    </>
  );
}

function Failure({ text, detail }: { text: string; detail?: ReactNode }) {
  return (
    <Banner tone="error">
      <p>{text}</p>
      {detail && <p className="text-ink-soft">{detail}</p>}
    </Banner>
  );
}
