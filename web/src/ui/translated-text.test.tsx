import { act, lazy, Suspense } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { followTranslation, isTranslated, reportRecoverableError } from './translated-text.js';

/** Ways in which translators change text nodes. */
const translators: Record<string, (text: Text) => void> = {
  'moves the text into elements': (text) => {
    const [outer, inner] = fonts();
    text.before(outer);
    inner.append(text);
  },
  'surrounds the text': (text) => {
    const range = document.createRange();
    range.selectNode(text);
    range.surroundContents(document.createElement('font'));
  },
  'replaces the text': (text) => {
    const [outer, inner] = fonts();
    inner.textContent = translated(text);
    text.replaceWith(outer);
  },
  'replaces the text by its parent': (text) => {
    const [outer, inner] = fonts();
    inner.textContent = translated(text);
    text.parentNode?.replaceChild(outer, text);
  },
  'inserts elements and removes the text': (text) => {
    const [outer, inner] = fonts();
    inner.textContent = translated(text);
    text.parentNode?.insertBefore(outer, text);
    text.parentNode?.removeChild(text);
  },
};
const translated = (text: Text) => `«${text.data}»`;
function fonts(): [HTMLElement, HTMLElement] {
  const outer = document.createElement('font');
  const inner = document.createElement('font');
  outer.append(inner);
  return [outer, inner];
}

function getSearchText(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const content: Text[] = [];
  while (walker.nextNode()) content.push(walker.currentNode as Text);
  return content.filter(({ data, parentElement }) => data.trim() !== '' && parentElement?.nodeName !== 'FONT');
}
/** Lets observers run, as they do after a translator's task. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

interface Warning {
  event: string;
  count: number;
  action?: string;
  isOver?: boolean;
}

/** Text alone, beside text, beside elements, conditional, and replaced by an element. */
function Panel({ event, count, action, isOver }: Warning) {
  return (
    <section>
      <h2>{event}</h2>
      <p>
        {count} active: {event}
        {action && `. ${action}`}
      </p>
      <p>
        {isOver ? <em>Over</em> : 'In effect'} until 3 PM {count > 1 && <strong>and more</strong>}
      </p>
      {action}
      <ul>{Array.from({ length: count }, (_unused, index) => [<li key={index}>{event}</li>, ' · '])}</ul>
    </section>
  );
}

let root: Root;
let container: HTMLElement;
const { insertBefore, removeChild } = Node.prototype;

beforeAll(() => followTranslation(document.body));
afterAll(() => Object.assign(Node.prototype, { insertBefore, removeChild }));
beforeEach(() => {
  container = document.createElement('div');
  document.body.append(container);
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  container.remove();
});

const show = (warning: Warning | undefined) => act(() => root.render(warning && <Panel {...warning} />));

/** What the page says without a translator. */
function expected(warning: Warning | undefined): string {
  const other = document.createElement('div');
  const otherRoot = createRoot(other);
  act(() => otherRoot.render(warning && <Panel {...warning} />));
  const text = other.textContent;
  act(() => otherRoot.unmount());
  return text;
}

const steps: (Warning | undefined)[] = [
  { event: 'Flood Watch', count: 1 },
  { event: 'Tornado Warning', count: 3, action: 'Take cover now.' },
  { event: 'Tornado Warning', count: 3, action: 'Take cover now.', isOver: true },
  { event: 'Flood Watch', count: 2, isOver: true },
  undefined,
  { event: 'Extreme Wind Warning', count: 1, action: 'Take shelter now.' },
];

describe.each(Object.entries(translators))('a translator that %s', (_name, translate) => {
  it('never hides what React shows, and leaves nothing of what it removed', async () => {
    for (const warning of steps) {
      show(warning);
      await settled();
      expect(container.textContent?.replace(/[«»]/g, '')).toBe(expected(warning));
      for (const text of getSearchText(container)) translate(text);
      await settled();
      expect(isTranslated(container)).toBe(warning !== undefined);
    }
  });

  it('can translate again after each update, and twice', async () => {
    show(steps[0]);
    for (const text of getSearchText(container)) translate(text);
    await settled();
    for (const text of [...container.querySelectorAll('font font')].flatMap((font) => [...font.childNodes] as Text[]))
      translate(text);
    await settled();
    show(steps[1]);
    await settled();
    expect(container.textContent?.replace(/[«»]/g, '')).toBe(expected(steps[1]));
  });

  it("doesn't bring back text that React removed beside a translation", async () => {
    show(steps[1]);
    await settled();
    const [, first] = container.querySelectorAll('p');
    for (const text of getSearchText(first!)) translate(text);
    await settled();
    show({ ...steps[1]!, action: '' });
    await settled();
    expect(container.textContent).not.toContain('Take cover');
  });
});

it('restores texts that a translator joined into one element', async () => {
  show(steps[0]);
  const paragraph = container.querySelector('p')!;
  const [first, ...others] = getSearchText(paragraph);
  const [outer, inner] = fonts();
  inner.textContent = `«${paragraph.textContent}»`;
  first!.replaceWith(outer);
  for (const other of others) other.remove();
  await settled();
  show(steps[1]);
  await settled();
  expect(container.textContent).toBe(expected(steps[1]));
});

it('takes over a section whose text was translated while its code loaded', async () => {
  const Heading = ({ event }: { event: string }) => <h2>{event}</h2>;
  let load: () => void = () => undefined;
  const LateHeading = lazy(
    () => new Promise<{ default: typeof Heading }>((resolve) => (load = () => resolve({ default: Heading }))),
  );
  const page = (event: string) => (
    <Suspense>
      <LateHeading event={event} />
    </Suspense>
  );
  const errors: unknown[] = [];
  // jsdom lacks this function of browsers.
  window.reportError = (error: unknown) => void errors.push(error);
  const section = document.body.appendChild(document.createElement('div'));
  // As the server renders it.
  section.innerHTML = '<!--$--><h2>Flood Watch</h2><!--/$-->';
  const hydrated = await act(() =>
    hydrateRoot(section, page('Flood Watch'), { onRecoverableError: reportRecoverableError }),
  );
  for (const text of getSearchText(section)) translators['replaces the text']!(text);
  await settled();
  await act(async () => {
    load();
    await settled();
  });
  expect(section.textContent).toBe('Flood Watch');
  act(() => hydrated.render(page('Tornado Warning')));
  expect(section.textContent).toBe('Tornado Warning');
  expect(errors).toEqual([]);
  act(() => hydrated.unmount());
  section.remove();
});
