/* global document, location */
// Runs before the first paint, so that neither the other theme nor the weather of another place ever flashes. A separate
// file because the content security policy forbids inline scripts. The toggle is src/ui/theme-toggle.tsx; the marks for
// an own place and own units end in src/shell/router.tsx.
try {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  const places = localStorage.getItem('places');
  const own = [];
  if ((places && JSON.parse(places).last) || /[?&]lat=/.test(location.search)) own.push('place');
  if (localStorage.getItem('units')) own.push('units');
  if (own.length > 0) dataset.own = own.join(' ');
} catch {
  // Storage may be blocked; the system's setting then applies.
}
