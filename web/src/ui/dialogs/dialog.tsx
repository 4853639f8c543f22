import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../button.js';
import { classNames } from '../class-names.js';

interface DialogProps {
  open: boolean;
  /** By the button, Escape, or a click outside. */
  onClose: () => void;
  title: string;
  /** Announced by screen readers after the title. */
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** False while a pending action mustn't be interrupted: ignores Escape and clicks outside. */
  dismissible?: boolean;
  /** Text dialogs are at most 600 px wide. */
  width?: 'text' | 'photo';
  /** Where focus goes on closing if not to the element that had it, for instance because that is gone. */
  returnFocusTo?: () => HTMLElement | null | undefined;
}

/** Undefined if it is further down: focusing it would scroll past the text above it. */
function firstField(content: HTMLElement): HTMLElement | undefined {
  const field = content.querySelector<HTMLElement>(
    ['input:not([type=hidden])', 'textarea', 'select'].map((name) => `${name}:enabled`).join(),
  );
  const isVisible = field && field.getBoundingClientRect().bottom <= content.getBoundingClientRect().bottom;
  return isVisible ? field : undefined;
}

/**
 * Focus moves to the control with `data-autofocus`, or the first field, or the first control, is trapped, and returns on
 * closing; Escape closes it. Radix's own overlay locks scrolling with an inline style sheet, which the content security policy forbids.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, children, footer, dismissible = true, width = 'text' } = props;
  const opener = useRef<Element | null>(null);
  useScrollLock(open);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && dismissible && onClose()}>
      <Radix.Portal>
        <div aria-hidden="true" className="fixed inset-0 z-50 bg-black/55" />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            const content = event.currentTarget as HTMLElement;
            const first = content.querySelector<HTMLElement>('[data-autofocus]') ?? firstField(content);
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const returnTarget = props.returnFocusTo?.() ?? opener.current;
            // When the opener is gone, for instance with a deleted item, focus moves to the top of the page.
            const target = returnTarget?.isConnected ? returnTarget : document.querySelector('h1');
            if (target instanceof HTMLElement) target.focus();
          }}
          onEscapeKeyDown={(event) => !dismissible && event.preventDefault()}
          onPointerDownOutside={(event) => {
            const { target } = event.detail.originalEvent;
            // Live regions such as toasts are above the dialog, so clicks on them don't count as outside.
            const isAbove = target instanceof Element && target.closest('[aria-live]') !== null;
            if (!dismissible || isAbove) event.preventDefault();
          }}
          className={classNames(
            'card fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-1/2 flex-col overflow-hidden text-ink',
            // In a short window, or at 400% zoom, everything but the buttons scrolls to leave space.
            '[@media(height<30rem)]:scroll-pb-20 [@media(height<30rem)]:overflow-y-auto',
            width === 'text' ? 'max-w-[600px]' : 'max-w-[960px]',
          )}
        >
          <div className="flex items-start gap-4 pt-5 pr-3 pl-6">
            <div className="min-w-0 flex-1 pt-2">
              <Radix.Title className="text-xl font-bold wrap-anywhere">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description asChild>
                  <div className="mt-2 text-ink-soft">{description}</div>
                </Radix.Description>
              )}
            </div>
            {dismissible && (
              <Radix.Close asChild>
                <IconButton label="Close">
                  <X aria-hidden="true" size={20} />
                </IconButton>
              </Radix.Close>
            )}
          </div>
          {/* Lets the keyboard scroll a long text. */}
          {children !== undefined && (
            <div
              className="min-h-0 flex-1 overflow-y-auto px-6 pt-4 pb-1 [@media(height<30rem)]:flex-none [@media(height<30rem)]:overflow-visible"
              // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must take the focus (axe: scrollable-region-focusable)
              tabIndex={0}
              role="group"
              aria-label={title}
            >
              {children}
            </div>
          )}
          <div
            className={classNames(
              'flex flex-wrap justify-end gap-3 px-6 pb-6',
              footer
                ? 'pt-5 [@media(height<30rem)]:sticky [@media(height<30rem)]:bottom-0 [@media(height<30rem)]:z-10 [@media(height<30rem)]:bg-surface [@media(height<30rem)]:py-3'
                : 'pt-2',
            )}
          >
            {footer}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A confirmation may open over a dialog. */
let locks = 0;

/** Fills the scrollbar's space, so that the page doesn't shift. */
export function useScrollLock(locked: boolean) {
  useEffect(() => {
    if (!locked) return;
    const { documentElement: root } = document;
    locks += 1;
    if (locks === 1) {
      // The width of the scrollbar that disappears.
      root.style.paddingRight = `${Math.max(0, window.innerWidth - root.clientWidth)}px`;
      root.classList.add('scroll-locked');
    }
    return () => {
      locks -= 1;
      if (locks > 0) return;
      root.style.paddingRight = '';
      root.classList.remove('scroll-locked');
    };
  }, [locked]);
}
