const { JSDOM, VirtualConsole } = require('jsdom');
const NativeEnvironment = require('./native-environment.cjs');

/** Names that stay Node's: jsdom itself uses them. */
const keptNames = new Set([
  ...['constructor', 'console', 'process', 'global', 'globalThis', 'undefined', 'NaN', 'Infinity', 'performance'],
  ...['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'queueMicrotask'],
]);
/** All names of the window: jsdom has the methods of EventTarget and some others in its prototypes. */
function* namesOf(window) {
  for (let each = window; each && each !== Object.prototype; each = Object.getPrototypeOf(each))
    for (const name of Object.getOwnPropertyNames(each)) if (!keptNames.has(name)) yield name;
}

/** The native environment with a page: `window` is the global object, and has what jsdom's window has. */
class PageEnvironment extends NativeEnvironment {
  #dom;
  #replaced = new Map();
  #errorListeners = 0;
  #timers = new Set();

  constructor(config, context) {
    super(config, context);
    const virtualConsole = new VirtualConsole();
    virtualConsole.sendTo(context.console, { omitJSDOMErrors: true });
    virtualConsole.on('jsdomError', (error) => context.console.error(error));
    this.#dom = new JSDOM('<!DOCTYPE html>', { url: 'http://localhost/', pretendToBeVisual: true, virtualConsole });
    const { window } = this.#dom;
    for (const name of new Set(namesOf(window))) this.#share(name);
    for (const name of ['window', 'self', 'top', 'parent', 'frames'])
      this.#define(name, { value: globalThis, writable: true });
    this.#reportErrors();
    for (const name of ['setTimeout', 'setInterval']) this.#number(name);
    for (const path of Object.keys(require.cache))
      if (path.includes('/node_modules/@testing-library/')) delete require.cache[path];
    globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  }

  #define(name, descriptor) {
    if (!this.#replaced.has(name)) this.#replaced.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, { configurable: true, enumerable: false, ...descriptor });
  }

  /** A property of the window as one of the global object. Both change with it. */
  #share(name) {
    const { window } = this.#dom;
    const isClass = /^[A-Z]/.test(name);
    let of, bound;
    const read = () => {
      const value = window[name];
      if (typeof value !== 'function' || isClass) return value;
      if (of !== value) [of, bound] = [value, Object.assign(value.bind(window), value)];
      return bound;
    };
    let given;
    this.#define(name, {
      get: () => (given ? given.value : read()),
      set: (value) => {
        given = { value };
        Reflect.set(window, name, value);
      },
    });
  }

  /** Timers have numbers in a browser, and end with their page. */
  #number(name) {
    const start = globalThis[name];
    this.#define(name, {
      writable: true,
      value: (...words) => {
        const timer = Number(start(...words));
        this.#timers.add(timer);
        return timer;
      },
    });
  }

  /** An error that no listener of the page handles fails the test, as in jest-environment-jsdom. */
  #reportErrors() {
    const { window } = this.#dom;
    window.addEventListener('error', ({ error }) => {
      if (this.#errorListeners === 0 && error != null) process.emit('uncaughtException', error);
    });
    const { addEventListener, removeEventListener } = window;
    window.addEventListener = (...words) => {
      if (words[0] === 'error') this.#errorListeners += 1;
      return addEventListener.apply(window, words);
    };
    window.removeEventListener = (...words) => {
      if (words[0] === 'error') this.#errorListeners -= 1;
      return removeEventListener.apply(window, words);
    };
  }

  async teardown() {
    await super.teardown();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#dom.window.close();
    for (const [name, descriptor] of this.#replaced) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete globalThis[name];
    }
  }

  exportConditions() {
    return ['source', 'browser'];
  }
}

module.exports = PageEnvironment;
