/** Sends a JSON body to a site of `siteAt`. @throws Error when the site rejects it */
export const sendJson = (site, method, path, body, headers = {}) =>
  site.json(path, { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
