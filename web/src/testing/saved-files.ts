export interface SavedFile {
  name: string;
  href: string;
  text: () => Promise<string>;
}

/** Lasts until the test ends. */
export function collectSavedFiles(): SavedFile[] {
  const saved: SavedFile[] = [];
  const { createObjectURL } = URL;
  const { click } = HTMLAnchorElement.prototype;
  let blob = new Blob();
  beforeEach(() => {
    saved.length = 0;
    URL.createObjectURL = (file) => {
      blob = file as Blob;
      return 'blob:http://localhost/saved';
    };
    HTMLAnchorElement.prototype.click = function save() {
      const file = blob;
      saved.push({ name: this.download, href: this.href, text: () => textOf(file) });
    };
  });
  afterEach(() => {
    URL.createObjectURL = createObjectURL;
    HTMLAnchorElement.prototype.click = click;
  });
  return saved;
}

/** jsdom's Blob has no text(). */
function textOf(file: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(file);
  });
}
