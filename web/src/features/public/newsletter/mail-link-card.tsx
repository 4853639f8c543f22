import { CircleCheck, Mail, Unlink } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Banner } from '../../../ui/banner.js';
import { classNames } from '../../../ui/class-names.js';
import { useDocumentTitle } from '../../../ui/pages/page-title.js';
import type { LinkState } from './mail-link.js';

const looks = {
  question: { Icon: Mail, className: 'bg-sky-soft text-sky-strong' },
  done: { Icon: CircleCheck, className: 'bg-ozark-soft text-ozark' },
  useless: { Icon: Unlink, className: 'bg-severe-soft text-danger' },
};

function lookOf({ kind }: LinkState) {
  if (kind === 'done') return looks.done;
  return kind === 'expired' || kind === 'unknown' || kind === 'closed' ? looks.useless : looks.question;
}

/** The one card of a page that a mail's link opens. Its heading takes the focus whenever it says something new. */
export function MailLinkCard({ state, title, children }: { state: LinkState; title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  // A page that the browser opened begins at its top, with the focus where the browser put it.
  const said = useRef(key === 'default' ? title : undefined);
  useDocumentTitle(title);
  useEffect(() => {
    if (said.current === title) return;
    said.current = title;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  const { Icon, className } = lookOf(state);
  return (
    <div className="container-page pt-8 md:pt-16">
      <div className="card mx-auto max-w-xl p-6 md:p-10">
        <span className={classNames('inline-flex size-14 items-center justify-center rounded-full', className)}>
          <Icon aria-hidden="true" size={28} />
        </span>
        <h1 ref={heading} tabIndex={-1} className="mt-5 text-2xl">
          {title}
        </h1>
        {state.kind === 'failed' && (
          <Banner tone="error" className="mt-5">
            {state.message}
          </Banner>
        )}
        <div className="mt-3 flex flex-col items-start gap-5">{children}</div>
      </div>
    </div>
  );
}
