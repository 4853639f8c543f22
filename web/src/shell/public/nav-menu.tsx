import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { classNames } from '@/ui/class-names.js';
import { LinkTo } from './link-to.js';
import type { NavigationLink } from './navigation.js';

interface NavMenuProps {
  /** Name of the button; visible beside its arrow unless there is a link. */
  label: string;
  children?: ReactNode;
  links: readonly NavigationLink[];
}

/**
 * A dropdown in the bar, by WAI-ARIA's disclosure navigation pattern: a button toggles a list of links. Escape, leaving
 * it and following a link close it. Not from a library: the bar is in the first chunk, whose size budget has no room
 * for one.
 */
export function NavMenu({ label, children, links }: NavMenuProps) {
  const { key } = useLocation();
  // Stores the location where it was opened, so that navigation closes it.
  const [opened, setOpened] = useState<{ at: string; by: 'hover' | 'click' }>();
  const open = opened?.at === key;
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => setOpened(undefined);
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it listens to the keys of what is inside
    <div
      className="relative flex items-center"
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && close()}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        close();
        button.current?.focus();
      }}
    >
      {children}
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={children ? `${label}: all pages` : undefined}
        onPointerEnter={({ pointerType }) => {
          if (pointerType === 'mouse' && !open) setOpened({ at: key, by: 'hover' });
        }}
        // Hovering opens it, so the first click after that doesn't close it.
        onClick={() => setOpened(open && opened.by === 'click' ? undefined : { at: key, by: 'click' })}
        className={classNames(
          'inline-flex min-h-10 items-center gap-1 rounded-full font-medium transition-colors duration-150 hover:bg-surface-raised',
          children ? '-ml-2.5 px-1.5' : 'px-3.5',
        )}
      >
        {!children && label}
        <ChevronDown
          aria-hidden="true"
          size={16}
          className={classNames('transition-transform duration-150', open && 'rotate-180')}
        />
      </button>
      {/* The list touches the button, so that the pointer doesn't leave it on the way. */}
      <div id={id} hidden={!open} className="absolute top-full left-0 z-50 pt-2">
        <ul className="card min-w-56 p-2 ring-1 ring-line">
          {links.map((link) => (
            <li key={link.path}>
              <LinkTo
                link={link}
                onClick={close}
                className="flex min-h-11 items-center rounded-md px-3 font-medium whitespace-nowrap hover:bg-surface-raised"
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
