/**
 * Keeps zod from trying `new Function`: the site's policy forbids it, and every visitor's browser would report the
 * attempt. zod reads this global; importing its `config` would pull zod into the home page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
