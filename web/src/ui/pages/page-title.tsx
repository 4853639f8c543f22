import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import * as strings from '../../strings.js';

/** The key react-router gives to the entry that the browser opened; every navigation inside the site has another. */
const firstLocationKey = 'default';

/** Sets the document's title; the first screen's may already be in the HTML document. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = title === strings.siteName ? title : `${title} · ${strings.siteName}`;
  }, [title]);
}

interface PageTitleProps {
  /** For the browser's tab and history; the heading's own text when it is a text. */
  title: string;
  children?: ReactNode;
  className?: string;
}

/** The one h1 of a page. Takes the focus after a navigation, so that a screen reader starts reading at the new page. */
export function PageTitle({ title, children, className = 'text-2xl md:text-3xl' }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const arrivedBy = useRef(key);
  useDocumentTitle(title);
  useEffect(() => {
    if (arrivedBy.current !== firstLocationKey) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children ?? title}
    </h1>
  );
}
