import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import * as strings from '@/strings/public-strings.js';

/** react-router's key of the initial history entry; in-app navigations have others. */
const firstLocationKey = 'default';

/** The first page's title may already be in the HTML. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = title === strings.siteName ? title : `${title} · ${strings.siteName}`;
  }, [title]);
}

interface PageTitleProps {
  /** For the browser's tab and history; also the heading's default text. */
  title: string;
  children?: ReactNode;
  className?: string;
  /** "auto" for text whose language isn't known. */
  dir?: 'auto';
}

/** The page's only h1. Takes focus after a navigation, so that screen readers start at the new page. */
export function PageTitle({ title, children, className = 'text-2xl md:text-3xl', dir }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const arrivedBy = useRef(key);
  useDocumentTitle(title);
  useEffect(() => {
    if (arrivedBy.current !== firstLocationKey) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} dir={dir} className={className}>
      {children ?? title}
    </h1>
  );
}
