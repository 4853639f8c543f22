import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from './class-names.js';
import { OutsideLink } from './outside-link.js';

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger';
type ButtonSize = 'medium' | 'small';

interface ButtonStyle {
  tone?: ButtonTone;
  size?: ButtonSize;
}

const tones: Record<ButtonTone, string> = {
  primary: 'bg-sky text-on-sky hover:bg-sky-strong',
  secondary: 'bg-surface text-ink ring-1 ring-inset ring-edge hover:bg-surface-raised',
  quiet: 'text-ink hover:bg-surface-raised',
  danger: 'bg-danger text-on-danger hover:opacity-90',
};
const sizes: Record<ButtonSize, string> = {
  // 44 px: the smallest target a thumb hits reliably.
  medium: 'min-h-11 px-5 text-base',
  small: 'min-h-9 px-3.5 text-sm',
};

function getButtonClassName({ tone = 'primary', size = 'medium' }: ButtonStyle, className?: string): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-full text-center font-semibold transition-colors duration-150',
    // On phones, a label that is wider than its container wraps.
    'whitespace-nowrap max-sm:max-w-full max-sm:shrink-0 max-sm:whitespace-normal',
    'aria-disabled:opacity-50 disabled:opacity-50',
    tones[tone],
    sizes[size],
    className,
  );
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & {
    /** Replaces the label while the action is pending and ignores clicks, but keeps focus. */
    busyLabel?: string | false;
  };

/** Prefer `aria-disabled` to `disabled` where users should be able to find out why. */
export function Button({ tone, size, className, busyLabel, children, type = 'button', onClick, ...rest }: ButtonProps) {
  const busy = Boolean(busyLabel);
  return (
    <button
      {...rest}
      type={type}
      className={getButtonClassName({ tone, size }, className)}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? (
        <>
          <Spinner />
          {busyLabel}
        </>
      ) : (
        children
      )}
    </button>
  );
}

export function ButtonLink({ tone, size, className, ...rest }: LinkProps & ButtonStyle) {
  return <Link {...rest} className={getButtonClassName({ tone, size }, className)} />;
}

export function ExternalButtonLink({ tone, size, className, ...rest }: ComponentProps<'a'> & ButtonStyle) {
  return <OutsideLink {...rest} className={getButtonClassName({ tone, size }, className)} />;
}

export function MailButtonLink({ tone, size, className, children, ...rest }: ComponentProps<'a'> & ButtonStyle) {
  return (
    <a {...rest} className={getButtonClassName({ tone, size }, className)}>
      {children}
    </a>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
  children: ReactNode;
}

export function IconButton({ label, className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(
        // In pixels, like the icon, which doesn't grow with the text.
        'inline-flex size-[44px] shrink-0 items-center justify-center rounded-full transition-colors duration-150',
        'hover:bg-surface-raised disabled:opacity-40 aria-disabled:opacity-40',
        className,
      )}
    >
      {children}
    </button>
  );
}

export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:animate-none"
    />
  );
}
