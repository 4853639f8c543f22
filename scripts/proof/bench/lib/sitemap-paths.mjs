/** Returns the paths of all pages that search engines may list, without the home page. */
export async function pathsOf(url) {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  return Array.from(sitemap.matchAll(/<loc>https?:\/\/[^/<]*(\/[^<]+)<\/loc>/g), ([, path]) => path);
}
