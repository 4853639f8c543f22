/** Card and form of the pages that newsletter mails link to. */
import { CircleCheck, Mail, Unlink } from 'lucide-react';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Banner } from '@/ui/banner.js';
import { classNames } from '@/ui/class-names.js';
import { useDocumentTitle } from '@/ui/pages/page-title.js';
import type { LinkState } from './mail-link.js';

const variants = {
  question: { Icon: Mail, className: 'bg-sky-soft text-sky-strong' },
  done: { Icon: CircleCheck, className: 'bg-ozark-soft text-ozark' },
  useless: { Icon: Unlink, className: 'bg-severe-soft text-danger' },
};
const invalid = 'This link isn’t valid';

interface MailLinkCardProps {
  state: LinkState;
  /** Headings by state of the link. */
  titles: { question: string; done: string; expired?: string; closed?: string };
  /** Shown until the link has been used. */
  question: ReactNode;
  done: ReactNode;
  /** Shown when the link can't be used. */
  useless: ReactNode;
}

/** Card for pages opened from a mail link. Its heading takes the focus on every state change. */
export function MailLinkCard({ state, titles, ...contents }: MailLinkCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const title = {
    ready: titles.question,
    working: titles.question,
    failed: titles.question,
    done: titles.done,
    expired: titles.expired ?? invalid,
    unknown: invalid,
    closed: titles.closed ?? 'This link no longer works',
  }[state.kind];
  // On the initial page load, the focus and scroll position stay with the browser.
  const announcedTitle = useRef(key === 'default' ? title : undefined);
  useDocumentTitle(title);
  useEffect(() => {
    if (announcedTitle.current === title) return;
    announcedTitle.current = title;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  const isOpen = state.kind === 'ready' || state.kind === 'working' || state.kind === 'failed';
  const view = isOpen ? 'question' : state.kind === 'done' ? 'done' : 'useless';
  const { Icon, className } = variants[view];
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
        <div className="mt-3 flex flex-col items-start gap-5">{contents[view]}</div>
      </div>
    </div>
  );
}

/** Added to messages about an incomplete link. */
export const brokenLink = 'It may be incomplete. The link in any of our emails works.';

/** Form of the link's question. Without scripts, a browser posts it to the page's own address, which has the token. */
export function MailLinkForm({ send, ...form }: ComponentProps<'form'> & { send: () => void }) {
  return (
    <form
      {...form}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    />
  );
}

/** Link to another page that uses the same token; its text alone until the page has read the token. */
export function TokenLink({ page, token, children }: { page: string; token: string; children: string }) {
  if (token === '') return children;
  return (
    <Link className="text-link" to={`/newsletter/${page}?token=${encodeURIComponent(token)}`}>
      {children}
    </Link>
  );
}

export const writeToUs = (
  <Link className="text-link" to="/contact">
    write to us
  </Link>
);
