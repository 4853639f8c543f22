/**
 * The forms' schemas (zod) would try `new Function` to be faster. The site's policy forbids that, and every visitor's browser
 * would report the attempt. zod reads this setting from here; importing its `config` would bring zod itself to the home page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
