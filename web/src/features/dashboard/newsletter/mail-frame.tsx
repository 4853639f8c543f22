import { useCallback, useEffect, useRef } from 'react';

interface MailFrameProps {
  html: string;
  isDark: boolean;
  title: string;
  className: string;
}

/**
 * Shows a mail as a mail program would, in a frame without scripts. The content security policy forbids inline styles,
 * in frames too, so they are set through the DOM. Only the mail's own styles are applied.
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
      // Without allow-scripts, this page can write into the frame, but nothing in the frame runs.
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
