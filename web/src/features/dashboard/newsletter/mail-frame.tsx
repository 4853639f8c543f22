import { useCallback, useEffect, useRef } from 'react';

interface MailFrameProps {
  html: string;
  isDark: boolean;
  title: string;
  className: string;
}

/**
 * A mail as a mail program shows it, in a frame that runs no scripts. The site's policy forbids inline styles, in such frames
 * too, so they are set one by one: what may be set is the styles that are in the mail, and nothing else of it can act.
 */
export function MailFrame({ html, isDark, title, className }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const draw = useCallback(() => {
    const inside = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (inside) drawMail(inside, html, isDark);
  }, [html, isDark]);
  useEffect(draw, [draw]);
  return (
    <iframe
      ref={frame}
      // Without allow-scripts: this page may write into the frame, and nothing in the frame runs.
      sandbox="allow-same-origin"
      title={title}
      // Some browsers put a document of their own into a new frame, a moment later.
      onLoad={draw}
      className={className}
    />
  );
}

const styleBlock = /<style>([\s\S]*?)<\/style>/g;

function drawMail(inside: Window & typeof globalThis, html: string, isDark: boolean): void {
  const { document } = inside;
  const css = [...html.matchAll(styleBlock)].map(([, rules = '']) => rules).join('\n');
  // In the mail every quotation mark of a text is escaped: these are attributes.
  const inert = html.replace(styleBlock, '').replaceAll(' style="', ' data-style="');
  const body = document.importNode(new DOMParser().parseFromString(inert, 'text/html').body, true);
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('[data-style]')]) {
    element.style.cssText = element.dataset['style'] ?? '';
    delete element.dataset['style'];
  }
  for (const link of body.querySelectorAll('a[href]')) {
    // One reads where it leads and does not leave the preview.
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
