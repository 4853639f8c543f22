import { maxLength } from '@site/proto/fields';
import { newPasswordMinLength } from '@site/proto/auth/v1/passwords.schema';
import type { Answer } from '../../../api/api.js';
import { EditorDialog } from '../../../dashboard-kit/editor/editor-dialog.js';
import { EditorPassword, EditorText } from '../../../dashboard-kit/editor/editor-fields.js';
import { useEditor } from '../../../dashboard-kit/editor/editor.js';
import { strings } from '../../../strings.js';
import {
  checkModerator,
  loadModerator,
  saveModerator,
  storedModerator,
  type Moderator,
  type ModeratorValues,
} from './moderators.js';

interface ModeratorEditorProps {
  /** Absent for a new one. */
  moderator: Moderator | undefined;
  onSaved: (answer: Answer<Moderator>) => void;
  onClose: () => void;
}

/** Adds a moderator or changes one. */
export function ModeratorEditor({ moderator, onSaved, onClose }: ModeratorEditorProps) {
  const editor = useEditor<ModeratorValues, Moderator>({
    name: `moderator.${moderator?.id ?? 'new'}`,
    stored: storedModerator(moderator),
    check: (values) => checkModerator(values, !moderator),
    save: (values, call) => saveModerator(moderator?.id, values, call),
    loadLatest: moderator && (() => loadModerator(moderator.id)),
    onSaved,
    failure: moderator ? strings.updateTeamMemberFailed : strings.createTeamMemberFailed,
  });
  return (
    <EditorDialog
      editor={editor}
      title={moderator ? strings.editModerator : strings.addNewModerator}
      submitLabel={moderator ? strings.update : strings.addMember}
      busyLabel={moderator ? strings.updating : strings.adding}
      onClose={onClose}
    >
      <EditorText
        editor={editor}
        field="name"
        label={strings.fullName}
        maxLength={maxLength.name}
        autoComplete="off"
        required
        data-autofocus=""
      />
      <EditorText
        editor={editor}
        field="email"
        label={strings.email}
        type="email"
        hint="They sign in with it, and get the mail about photos that wait."
        maxLength={maxLength.email}
        autoComplete="off"
        required
      />
      <EditorPassword
        editor={editor}
        field="password"
        label={strings.password}
        hint={
          moderator
            ? 'Leave it empty to keep the present one. A new one ends their sessions.'
            : `At least ${newPasswordMinLength} characters. Tell it to them in person; they can change it.`
        }
        maxLength={maxLength.password}
        autoComplete="new-password"
        required={!moderator}
      />
    </EditorDialog>
  );
}
