import { maxLength } from '@site/proto/fields';
import { AdminPicture } from '../../../dashboard-kit/admin-picture.js';
import { EditorDialog } from '../../../dashboard-kit/editor/editor-dialog.js';
import { EditorPicture, EditorText, StoredPicture } from '../../../dashboard-kit/editor/editor-fields.js';
import { useEditor } from '../../../dashboard-kit/editor/editor.js';
import { photoHint, photoTypes } from '../../../dashboard-kit/editor/picture-types.js';
import { strings } from '../../../strings.js';
import { checkMember, loadMember, saveMember, storedMember, type AdminMember } from './team.js';

interface MemberEditorProps {
  /** Absent for a new one. */
  member?: AdminMember;
  onSaved: () => void;
  onClose: () => void;
}

export function MemberEditor({ member, onSaved, onClose }: MemberEditorProps) {
  const editor = useEditor({
    name: `team.${member?.id ?? 'new'}`,
    stored: storedMember(member),
    check: checkMember,
    save: (values, call) => saveMember(member?.id, values, call),
    loadLatest: member && (() => loadMember(member.id)),
    onSaved,
    failure: member ? strings.updateTeamMemberFailed : strings.createTeamMemberFailed,
  });
  return (
    <EditorDialog
      editor={editor}
      title={member ? strings.editTeamMember : strings.addNewMember}
      submitLabel={member ? strings.update : strings.addMember}
      busyLabel={member ? strings.updating : strings.adding}
      onClose={onClose}
    >
      <EditorText
        editor={editor}
        field="name"
        label={strings.fullName}
        required
        maxLength={maxLength.name}
        autoComplete="off"
        data-autofocus=""
      />
      <EditorText
        editor={editor}
        field="designation"
        label={strings.designation}
        required
        maxLength={maxLength.designation}
        autoComplete="off"
      />
      <EditorPicture
        editor={editor}
        field="image"
        label="Image"
        hint={photoHint}
        noun="picture"
        accept={photoTypes}
        stored={
          member && (
            <StoredPicture>
              <AdminPicture
                picture={member.picture}
                src={member.image}
                alt={`The present picture of ${member.name}`}
                cssPixels={560}
                className="size-full"
              />
            </StoredPicture>
          )
        }
      />
    </EditorDialog>
  );
}
