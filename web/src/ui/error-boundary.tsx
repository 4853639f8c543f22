import { officialName, officialPage } from '@site/regions/state';
import { Component, useEffect, useRef, type ReactNode } from 'react';
import * as strings from '../strings/public-strings.js';
import { Button } from './button.js';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Defaults to a full-page error. */
  fallback?: ReactNode;
}

/** Keeps the rest of the site working. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (!('error' in this.state)) return this.props.children;
    return this.props.fallback === undefined ? <ErrorView error={this.state.error} /> : this.props.fallback;
  }
}

export function ErrorView({ error }: { error: unknown }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // After a release, the previous one's chunks may be gone; reloading fetches the new ones.
  const isOutdated = error instanceof TypeError && /import|module/i.test(error.message);
  const title = isOutdated ? 'Please reload this page' : "This page couldn't be shown";
  useEffect(() => {
    document.title = `${title} · ${strings.siteName}`;
    heading.current?.focus();
  }, [title]);
  return (
    <section className="container-page min-h-[60dvh] py-16 md:py-24">
      <h1 ref={heading} tabIndex={-1} className="text-2xl md:text-3xl">
        {title}
      </h1>
      <p className="mt-4 max-w-xl text-lg text-ink-soft">
        {isOutdated
          ? "Part of it didn't load: the connection was lost, or the site was updated since you opened it."
          : 'Something went wrong on our side. Reloading the page usually helps.'}{' '}
        You can also find warnings and current weather on the{' '}
        <a className="text-link" href="/now">
          text-only page for your county
        </a>{' '}
        and at{' '}
        <a className="text-link" href={officialPage}>
          {officialName}
        </a>
        .
      </p>
      <Button className="mt-8" onClick={() => window.location.reload()}>
        Reload page
      </Button>
    </section>
  );
}
