import { useSession } from '@/components/session/session.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { OptionField } from '@/ui/forms/choice.js';
import { isMac } from './palette-button.js';
import { goShortcuts, useSingleKeys } from './shortcuts.js';

interface Shortcut {
  keys: string[];
  label: string;
}

const review: Shortcut[] = [
  { keys: ['A'], label: 'Approve the photo' },
  { keys: ['R'], label: 'Reject the photo' },
  { keys: ['U'], label: 'Undo the last decision' },
  { keys: ['←', '→'], label: 'Previous or next photo' },
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const singleKeys = useSingleKeys();
  const control = isMac() ? '⌘' : 'Ctrl';
  const groups: [title: string, shortcuts: Shortcut[]][] = [
    [
      'Everywhere',
      [
        { keys: [control, 'K'], label: 'Search or jump to' },
        { keys: ['?'], label: 'Show this list' },
        ...goShortcuts(session).map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], label: `Open ${label}` })),
      ],
    ],
    ['In a post', [{ keys: [control, 'S'], label: 'Save a version' }]],
    ['In a photo', review],
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      description="Press the keys of G shortcuts one after the other."
    >
      <OptionField
        type="checkbox"
        label="Use shortcuts without Ctrl or ⌘ on every screen"
        text="Turn them off if you dictate or press keys by accident."
        checked={singleKeys.isOn}
        onChange={({ target }) => singleKeys.turn(target.checked)}
      />
      {groups.map(([title, shortcuts]) => (
        <section key={title} aria-label={title} className="mt-4">
          <h3 className="text-base font-semibold">{title}</h3>
          <ul className="mt-1 grid gap-x-8 sm:grid-cols-2">
            {shortcuts.map(({ keys, label }) => (
              <li key={label} className="flex min-h-9 items-center justify-between gap-4">
                {label}
                <span className="flex shrink-0 gap-1">
                  {keys.map((key) => (
                    <kbd
                      key={key}
                      className="rounded-sm bg-surface-raised px-2 py-0.5 text-sm font-semibold ring-1 ring-edge ring-inset"
                    >
                      {key}
                    </kbd>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}
