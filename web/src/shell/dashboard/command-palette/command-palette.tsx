/** The dashboard's command palette: search for screens, actions and records. */
import { canonicalLine } from '@site/domain/canonical-text';
import { useQueries } from '@tanstack/react-query';
import { Command, useCommandState } from 'cmdk';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { allows, useSession } from '@/components/session/session.js';
import { classNames } from '@/ui/class-names.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { inputClassName } from '@/ui/forms/input-classes.js';
import {
  actionsFor,
  type Command as PaletteCommand,
  type Deed,
  minSearchLength,
  pagesFor,
  recordSources,
  ranked,
  recordsQuery,
  settingsFor,
} from './commands.js';

interface CommandPaletteProps {
  onClose: () => void;
  /** Called, after closing, for actions without a page. */
  onDeed: (deed: Deed) => void;
}

/** Typing a word triggers one search. */
const debounceMs = 200;

export function CommandPalette({ onClose, onDeed }: CommandPaletteProps) {
  return (
    <Dialog open onClose={onClose} title="Search or jump to">
      <Palette onClose={onClose} onDeed={onDeed} />
    </Dialog>
  );
}

function Palette({ onClose, onDeed }: CommandPaletteProps) {
  const navigate = useNavigate();
  const session = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const searchText = canonicalLine(typed);
  const settled = useSettled(searchText);
  const sources = useMemo(() => recordSources.filter(({ permission }) => allows(session, permission)), [session]);
  const found = useQueries({ queries: sources.map((source) => recordsQuery(source, settled, session)) });

  const commands: [heading: string, choices: PaletteCommand[]][] = [
    ['Actions', ranked(actionsFor(session), (command) => command, searchText)],
    ['Pages', ranked(pagesFor(session), (command) => command, searchText)],
    ['Settings', ranked(settingsFor(session), (command) => command, searchText)],
  ];
  const isSearching =
    searchText.length >= minSearchLength && (settled !== searchText || found.some((one) => one.isFetching));
  const hits = searchText.length < minSearchLength ? [] : found.map(({ data }) => data ?? []);
  const count = commands.flatMap(([, items]) => items).length + hits.flat().length;
  const failed = settled.length < minSearchLength ? [] : sources.filter((_, index) => found[index]?.isError);

  function go(to: string) {
    onClose();
    void navigate(to);
  }

  function runCommand({ does }: PaletteCommand) {
    if ('to' in does) return go(does.to);
    onClose();
    onDeed(does.deed);
  }

  return (
    <Command label="Search or jump to" shouldFilter={false} loop vimBindings={false} className="flex flex-col gap-3">
      <div className="relative">
        <Search
          aria-hidden="true"
          size={18}
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-soft"
        />
        <Command.Input
          ref={input}
          value={typed}
          onValueChange={setTyped}
          placeholder="A page, an action, a post, a name"
          maxLength={100}
          data-autofocus=""
          className={classNames(inputClassName, 'h-12 pl-11')}
        />
      </div>
      <ActiveOption input={input} among={`${searchText} ${count}`} />
      {failed.map(({ label }) => (
        <p key={label} className="text-sm text-danger">
          {label} couldn’t be searched.
        </p>
      ))}
      <p role="status" className={classNames('text-sm text-ink-soft', searchText === '' && 'sr-only')}>
        {summary(count, isSearching, failed.length > 0)}
      </p>
      {/* Full height from the start, so that results don't move the content above them. */}
      <Command.List label="Results" className="h-[min(24rem,45dvh)] overflow-y-auto">
        {commands.map(([heading, items]) => (
          <Group key={heading} heading={heading}>
            {items.map((command) => (
              <Row key={command.label} value={`${heading} ${command.label}`} onSelect={() => runCommand(command)}>
                <command.Icon aria-hidden="true" size={18} className="shrink-0" />
                {command.label}
              </Row>
            ))}
          </Group>
        ))}
        {sources.map(({ label }, index) => (
          <Group key={label} heading={label}>
            {(hits[index] ?? []).map((record) => (
              <Row key={record.id} value={`${label} ${record.id}`} onSelect={() => go(record.to)}>
                <span className="min-w-0 flex-1 truncate">{record.label}</span>
                {record.note && <span className="max-w-1/2 truncate text-sm text-ink-soft">{record.note}</span>}
              </Row>
            ))}
          </Group>
        ))}
      </Command.List>
    </Command>
  );
}

function summary(count: number, isSearching: boolean, failed: boolean): string {
  if (count > 0) return count === 1 ? '1 result' : `${count} results`;
  if (isSearching) return 'Searching…';
  return failed ? 'No other results.' : 'No results.';
}

/**
 * Sets the active option for screen readers. cmdk 1.1.1 looks for it before a new search's options are rendered, and
 * then refers to none, or to a removed one.
 */
function ActiveOption({ input, among }: { input: RefObject<HTMLInputElement | null>; among: string }) {
  const marked = useCommandState<string>(({ value }) => value);
  useEffect(() => {
    const timer = setTimeout(() => {
      const option = input.current?.closest('[cmdk-root]')?.querySelector('[role=option][aria-selected=true]');
      if (option) input.current?.setAttribute('aria-activedescendant', option.id);
      else input.current?.removeAttribute('aria-activedescendant');
    });
    return () => clearTimeout(timer);
  }, [input, marked, among]);
  return null;
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function Group({ heading, children }: { heading: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Command.Group
      heading={heading}
      className="pb-2 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-ink-soft"
    >
      {children}
    </Command.Group>
  );
}

function Row({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md px-3 font-medium data-[selected=true]:bg-sky data-[selected=true]:text-on-sky data-[selected=true]:[&_span]:text-on-sky"
    >
      {children}
    </Command.Item>
  );
}
