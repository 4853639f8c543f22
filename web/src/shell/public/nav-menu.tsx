import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { classNames } from '../../ui/class-names.js';
import { LinkTo } from './link-to.js';
import type { NavigationLink } from './navigation.js';

interface NavMenuProps {
  /** What the button is called; shown beside its arrow where no link stands there. */
  label: string;
  /** The link that the menu belongs to. */
  children?: ReactNode;
  links: readonly NavigationLink[];
}

/**
 * A small menu of the bar, as the WAI-ARIA pattern of a disclosure navigation: a button shows and hides a list of links. Escape,
 * leaving it and following a link close it. Not from a library: the bar is part of the first chunk, which has no room for one.
 */
export function NavMenu({ label, children, links }: NavMenuProps) {
  const { key } = useLocation();
  // By the place where it was opened: on another page it is closed.
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
        // A mouse opens it by coming here, so that its first click does not mean to close it.
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
      {/* The list reaches up to the button, so that a mouse does not leave it on the way. */}
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
