/** Preview of a campaign's mail as phones, desktops and dark mode show it. */
import type { TrialMailInput } from '@site/proto/submissions/v1/newsletter.schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { Failure } from '@/dashboard-kit/action-dialog.js';
import { Loaded } from '@/dashboard-kit/list/paged-list.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { Loading } from '@/ui/skeleton.js';
import { previewQuery, sendTestMail } from './newsletter.js';

const views = [
  { view: 'phone', label: 'Phone' },
  { view: 'desktop', label: 'Desktop' },
  { view: 'text', label: 'Plain text' },
] as const;
type View = (typeof views)[number]['view'];

export function MailPreview({ mail: input }: { mail: TrialMailInput }) {
  const mail = useQuery(previewQuery(input));
  const [view, setView] = useState<View>('phone');
  const [isDark, setIsDark] = useState(false);
  return (
    <section aria-label="Preview" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Toggle label="Preview as" options={views} selected={view} onValueChange={setView} />
        {view !== 'text' && (
          <label className="inline-flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              checked={isDark}
              onChange={(event) => setIsDark(event.target.checked)}
              className="size-5 tick"
            />
            Dark
          </label>
        )}
        <TestMail mail={input} />
      </div>
      <Loaded
        query={mail}
        failure="We couldn’t load the preview. You can still send the email."
        placeholder={<Loading label="Loading the preview" count={1} each="h-72 rounded-md" />}
      >
        {({ subject, html, text }) => (
          <article aria-label="Email" className="overflow-hidden rounded-md ring-1 ring-line ring-inset">
            <p className="border-b border-line px-4 py-2.5 text-sm">
              <span className="text-ink-soft">Subject</span>{' '}
              <span className="font-semibold wrap-anywhere">{subject}</span>
            </p>
            <div
              role="group"
              aria-label="The email"
              // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must take the focus (axe: scrollable-region-focusable)
              tabIndex={0}
              className="overflow-x-auto"
            >
              {view === 'text' ? (
                <pre className="max-h-112 overflow-y-auto p-4 font-mono text-sm whitespace-pre-wrap">{text}</pre>
              ) : (
                <MailFrame
                  html={html}
                  isDark={isDark}
                  title={`The email on a ${view}, ${isDark ? 'dark' : 'light'}`}
                  className={classNames(
                    'mx-auto block h-112 max-w-none border-0',
                    view === 'phone' ? 'w-[390px]' : 'w-[680px]',
                  )}
                />
              )}
            </div>
          </article>
        )}
      </Loaded>
    </section>
  );
}

interface ToggleProps {
  label: string;
  options: typeof views;
  selected: View;
  onValueChange: (view: View) => void;
}

function Toggle({ label, options, selected, onValueChange }: ToggleProps) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex rounded-full bg-surface-raised p-1 text-sm font-semibold"
    >
      {options.map((option) => (
        <label
          key={option.view}
          className="relative inline-flex min-h-9 cursor-pointer items-center rounded-full px-3 text-ink-soft has-checked:bg-surface has-checked:text-ink has-checked:ring-1 has-checked:ring-edge has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-sky"
        >
          <input
            type="radio"
            name={name}
            checked={option.view === selected}
            onChange={() => onValueChange(option.view)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

function TestMail({ mail }: { mail: TrialMailInput }) {
  const test = useMutation({ mutationFn: () => sendTestMail(mail) });
  return (
    <>
      <Button
        tone="secondary"
        size="small"
        className="min-h-11 sm:ml-auto"
        onClick={() => !test.isPending && test.mutate()}
        busyLabel={test.isPending && 'Sending a test…'}
      >
        <MailCheck aria-hidden="true" size={18} />
        Send me a test
      </Button>
      {test.isSuccess && (
        <Banner tone="success" className="w-full">
          A test email is on its way to your own address. No one else gets it.
        </Banner>
      )}
      <Failure text="We couldn’t send the test email." error={test.error} className="w-full" />
    </>
  );
}

interface MailFrameProps {
  html: string;
  isDark: boolean;
  title: string;
  className: string;
}

/**
 * A frame without scripts. The content security policy forbids inline styles, in frames too, so the mail's own styles
 * are set through the DOM.
 */
function MailFrame({ html, isDark, title, className }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const draw = useCallback(() => {
    const inside = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (inside) drawMail(inside, html, isDark);
  }, [html, isDark]);
  useEffect(draw, [draw]);
  return (
    <iframe
      ref={frame}
      // Without allow-scripts, this page can write into the frame, but nothing in it runs.
      sandbox="allow-same-origin"
      title={title}
      // Some browsers replace a new frame's document shortly after creating it.
      onLoad={draw}
      className={className}
    />
  );
}

const styleBlock = /<style>([\s\S]*?)<\/style>/g;

function drawMail(inside: Window & typeof globalThis, html: string, isDark: boolean): void {
  const { document } = inside;
  const css = [...html.matchAll(styleBlock)].map(([, rules = '']) => rules).join('\n');
  // Mails escape quotation marks in text, so every match is an attribute.
  const inert = html.replace(styleBlock, '').replaceAll(' style="', ' data-style="');
  const body = document.importNode(new DOMParser().parseFromString(inert, 'text/html').body, true);
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('[data-style]')]) {
    element.style.cssText = element.dataset['style'] ?? '';
    delete element.dataset['style'];
  }
  for (const link of body.querySelectorAll('a[href]')) {
    // The title shows the target; the link must not leave the preview.
    link.setAttribute('title', link.getAttribute('href') ?? '');
    link.removeAttribute('href');
  }
  document.documentElement.lang = 'en';
  document.body.replaceWith(body);
  if (!('adoptedStyleSheets' in document)) return;
  const sheet = new inside.CSSStyleSheet();
  sheet.replaceSync(css.replaceAll('@media (prefers-color-scheme: dark)', isDark ? '@media all' : '@media not all'));
  document.adoptedStyleSheets = [sheet];
}
