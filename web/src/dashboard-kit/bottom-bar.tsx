import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.js';

interface BottomBarProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** Stays at the bottom of the window while its list or form is longer. Focused fields and toasts stay clear of it. */
export function BottomBar({ label, className, children }: BottomBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) style.setProperty('--bottom-bar', `${entry.target.getBoundingClientRect().height}px`);
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bottom-bar');
    };
  }, []);
  return (
    <div
      ref={bar}
      role="group"
      aria-label={label}
      className={classNames(
        'card sticky bottom-2 z-20 mt-6 flex flex-wrap items-center gap-2 p-3 ring-1 ring-line sm:bottom-4',
        className,
      )}
    >
      {children}
    </div>
  );
}
