/** Reads a pasted document into elements that the editor supports: the same words in the same order. */
import { richTextLimits } from '@site/proto/content/v1/rich-text.schema';
import {
  type TextFormat,
  resolveFormat,
  type PastedStyle,
  plain,
  readStyle,
  styleAttribute,
  styledText,
} from './pasted-style.js';
import { columnsOf, dataCells, tagOf } from './pasted-table.js';
import { blocks, depthOf, emoji, imageTags, inline, isList, reference, skipped, videos } from './pasted-tags.js';

export type Dropped = 'pictures' | 'videos' | 'underline' | 'highlighting';

/** An item, its paragraph and the text add three levels; a table with rows and cells adds five. */
const deepestContainer = richTextLimits.depth - 3;
const deepestWithTable = richTextLimits.depth - 5;

export class PasteReader {
  private readonly document = document.implementation.createHTMLDocument();
  /** ProseMirror keeps white space in PRE, such as Word's tabs. */
  readonly root = this.document.createElement('pre');
  readonly dropped = new Set<Dropped>();
  private container: Element = this.root;
  private blockTag: 'p' | 'h2' | 'h3' = 'p';
  private block: Element | undefined;
  private last = '';
  /** Deferred to the next word, so that no block ends with them. */
  private space: TextFormat | undefined;
  private lineBreaks = 0;
  /** Deferred to the next word. */
  private tab = '';
  private wordListId = '';
  private readonly columns = new Map<Element, Map<Element, number[]>>();
  /** The pasted table of the last row that was written, and what it became. */
  private table: { source: Element | null; output: Element } | undefined;

  /** A cell contains only paragraphs. */
  private get isInCell() {
    return /^T[DH]$/.test(this.container.tagName);
  }

  read(node: Node, format = plain) {
    for (const child of node.childNodes) this.readNode(child, format);
  }

  private readNode(node: Node, format: TextFormat) {
    if (node.nodeType === Node.TEXT_NODE) this.readText(node.nodeValue ?? '', format);
    else if (node.nodeType === Node.ELEMENT_NODE) this.readElement(node as Element, format);
  }

  private readElement(element: Element, outer: TextFormat) {
    const tag = tagOf(element);
    const style = readStyle(element);
    if (skipped.has(tag) || style.isHidden || style.isWordMark) return;
    if (imageTags.has(tag)) return this.readImage(element);
    if (videos.has(tag)) return this.drop('videos');
    if (tag === 'BR') return this.breakLine();
    if (tag === 'HR') return this.readDivider();
    if (element.matches(reference)) return this.readReference(element);
    if (style.isTab) return this.readTab();
    const format = resolveFormat(element, tag, style, outer);
    this.noteFormatting(tag, style, format);
    if (style.wordList && !this.isInCell) this.readWordItem(element, format, style.wordList);
    else if (isList(element)) this.readList(element, format);
    else if (tag === 'LI' && !this.isInCell) this.readItem(element, format, { depth: 1, isOrdered: false });
    else if (tag === 'TR') this.readRow(element, format);
    else if (tag === 'BLOCKQUOTE') this.readInside('blockquote', element, format);
    else if (/^H[1-6]$/.test(tag)) this.readBlock(element, format, tag <= 'H2' ? 'h2' : 'h3');
    else if (blocks.has(tag) || style.isBlock) this.readBlock(element, format);
    else if ((inline.has(tag) || tag.startsWith('ST1:')) && !style.isApart) this.read(element, format);
    else {
      this.space = plain;
      this.read(element, format);
      this.space = plain;
    }
  }

  private readText(text: string, format: TextFormat) {
    if (format.isVerbatim) {
      text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).forEach((line, index) => {
        if (index > 0) this.breakLine();
        if (line !== '') this.write(line, format);
      });
      return;
    }
    for (const piece of text.split(/([\s\u0085]+)/)) {
      if (piece === '') continue;
      if (!/^[\s\u0085]/.test(piece)) this.write(piece, format);
      else this.space = format;
    }
  }

  private write(text: string, format: TextFormat) {
    if (this.lineBreaks > 1) this.endBlock();
    this.block ??= this.container.appendChild(this.document.createElement(this.blockTag));
    if (this.lineBreaks > 0) this.block.append(this.document.createElement('br'));
    else if (this.tab !== '') this.block.append(this.tab);
    else if (this.space && !/^\t?$/.test(this.last)) this.block.append(styledText(this.document, ' ', this.space));
    this.block.append(styledText(this.document, text, format));
    this.tab = '';
    this.space = undefined;
    this.lineBreaks = 0;
    this.last = text.at(-1) ?? '';
  }

  private readTab() {
    if (this.last === '') this.space = plain;
    else this.tab = '\t';
  }

  private breakLine() {
    if (this.block) this.lineBreaks += 1;
  }

  endBlock() {
    if (this.block?.textContent.trim() === '') this.block.remove();
    this.tab = '';
    this.block = undefined;
    this.last = '';
    this.space = undefined;
    this.lineBreaks = 0;
  }

  private readBlock(element: Element, format: TextFormat, tag = this.blockTag) {
    this.endBlock();
    const outer = this.blockTag;
    if (this.container.tagName !== 'LI') this.blockTag = tag;
    this.read(element, format);
    // Becomes the table's caption if a table follows.
    if (tagOf(element) === 'CAPTION') this.block?.setAttribute('data-caption', '');
    this.endBlock();
    this.blockTag = outer;
  }

  /** Reads an element into a new one in `parent`, or into the container if that would be too deep. */
  private readInside(tag: 'blockquote' | 'li', element: Element, format: TextFormat, parent = this.container) {
    this.endBlock();
    const { container, blockTag } = this;
    if (!this.isInCell && depthOf(parent) <= deepestContainer) {
      this.container = parent.appendChild(this.document.createElement(tag));
      this.blockTag = 'p';
    }
    this.read(element, format);
    this.endBlock();
    if (this.container !== container && !this.container.hasChildNodes()) this.container.remove();
    this.container = container;
    this.blockTag = blockTag;
  }

  private readList(list: Element, format: TextFormat) {
    this.endBlock();
    const { container } = this;
    const isOrdered = list.tagName === 'OL';
    const start = Number(list.getAttribute('start') ?? 1);
    let targetList: Element | undefined;
    for (const child of list.childNodes) {
      const isItem = child.nodeName === 'LI';
      // Word's online editor writes each item as a separate list with its depth.
      const depth = isItem ? Number((child as Element).getAttribute('data-aria-level')) : 0;
      if (depth > 0) this.readItem(child as Element, format, { depth, isOrdered, start });
      else if (isItem)
        this.readInside('li', child as Element, format, (targetList ??= this.openList(container, isOrdered, start)));
      else if (child.nodeName !== '#comment' && (child.nodeName !== '#text' || child.nodeValue?.trim() !== '')) {
        // Content outside an item, such as a list, belongs to the item before it.
        targetList ??= this.openList(container, isOrdered, start);
        if (depthOf(targetList) <= deepestContainer)
          this.container = targetList.lastElementChild ?? this.openItem(targetList);
        this.endBlock();
        this.readNode(child, format);
        this.endBlock();
        this.container = container;
      }
    }
    for (const item of targetList?.children ?? []) if (!item.hasChildNodes()) item.remove();
    if (targetList?.hasChildNodes() === false) targetList.remove();
  }

  private openItem(list: Element): Element {
    return list.appendChild(this.document.createElement('li'));
  }

  private openList(parent: Element, isOrdered: boolean, start: number): Element {
    const list = parent.appendChild(this.document.createElement(isOrdered ? 'ol' : 'ul'));
    if (isOrdered && start > 1) list.setAttribute('start', String(start));
    return list;
  }

  private readWordItem(element: Element, format: TextFormat, { id, depth }: { id: string; depth: number }) {
    const mark = [...element.querySelectorAll(`[${styleAttribute}]`)].find((part) => readStyle(part).isWordMark);
    // "1.", "a)", "iv."; anything else is a bullet.
    const isOrdered = /^\s*(?:\d+|[a-z]|[ivx]+)[.)]/i.test(mark?.textContent ?? element.textContent);
    const start = Number.parseInt(mark?.textContent.trim() ?? '', 10) || 1;
    this.readItem(element, format, { depth, isOrdered, start, isNew: id !== this.wordListId });
    this.wordListId = id;
  }

  /** Adds an item at a depth, counted from 1, to the list at the end of the container. */
  private readItem(
    element: Element,
    format: TextFormat,
    item: { depth: number; isOrdered: boolean; start?: number; isNew?: boolean },
  ) {
    this.endBlock();
    let parent = this.container;
    let list = parent.lastElementChild;
    for (let depth = 1; depth < item.depth && isList(list) && list.lastElementChild; depth += 1) {
      parent = list.lastElementChild;
      list = parent.lastElementChild;
    }
    const isNew = item.isNew && item.depth === 1;
    const targetList =
      isList(list) && (list.tagName === 'OL') === item.isOrdered && !isNew
        ? list
        : this.openList(parent, item.isOrdered, item.start ?? 1);
    this.readInside('li', element, format, targetList);
    if (!targetList.hasChildNodes()) targetList.remove();
  }

  /** Writes a data row into a table, and a layout row as blocks. */
  private readRow(row: Element, format: TextFormat) {
    const begins = this.columnsOfRow(row);
    const canNestTable = !this.isInCell && depthOf(this.container) <= deepestWithTable;
    const cells = canNestTable ? dataCells(row, begins) : undefined;
    if (!cells) return this.readBlock(row, format);
    this.endBlock();
    const { container, blockTag } = this;
    const table = this.tableFor(row.closest('table, paste-table'));
    const line = (table.querySelector('tbody') ?? table).appendChild(this.document.createElement('tr'));
    const isFirst = line.previousSibling === null;
    this.blockTag = 'p';
    for (const [index, cell] of cells.entries()) {
      const column = begins[index] ?? index;
      while (line.children.length < column) line.append(this.document.createElement('td'));
      const isHeader = tagOf(cell) === 'TH' && (isFirst || column === 0);
      this.container = line.appendChild(this.document.createElement(isHeader ? 'th' : 'td'));
      this.readElement(cell, format);
      this.endBlock();
    }
    this.container = container;
    this.blockTag = blockTag;
  }

  /** Returns the table that is being written, or a new one if something else follows it. */
  private tableFor(source: Element | null): Element {
    const last = this.container.lastElementChild;
    if (last && this.table?.output === last && this.table.source === source) return last;
    const output = this.document.createElement('table');
    output.append(this.document.createElement('tbody'));
    const caption = last?.hasAttribute('data-caption') ? last.textContent.trim() : '';
    if (last && caption !== '' && caption.length <= richTextLimits.caption) {
      output.setAttribute('data-caption', caption);
      last.remove();
    }
    this.table = { source, output };
    return this.container.appendChild(output);
  }

  private columnsOfRow(row: Element): number[] {
    const table = row.closest('table, paste-table');
    if (!table) return [];
    const columns = this.columns.get(table) ?? columnsOf(table);
    this.columns.set(table, columns);
    return columns.get(row) ?? [];
  }

  private readDivider() {
    this.endBlock();
    if (!this.isInCell) this.container.append(this.document.createElement('hr'));
  }

  private readReference(element: Element) {
    this.endBlock();
    if (this.isInCell) return;
    this.container.append(this.document.importNode(element, false));
  }

  private readImage(element: Element) {
    const alt = element.getAttribute('alt') ?? '';
    // Mail and social networks use pictures as emoji, and one-pixel pictures for tracking.
    if (emoji.test(alt)) this.write(alt, plain);
    else if (element.getAttribute('width') !== '1') this.drop('pictures');
  }

  private drop(what: 'pictures' | 'videos') {
    this.space = plain;
    this.dropped.add(what);
  }

  private noteFormatting(tag: string, style: PastedStyle, { href }: TextFormat) {
    if ((tag === 'U' || style.isUnderlined) && href === undefined) this.dropped.add('underline');
    if (tag === 'MARK' || style.isHighlighted) this.dropped.add('highlighting');
  }
}
