/* global document, location */
// Runs before the first paint, so that neither the other theme nor the weather of another place ever flashes. A separate
// file because the content security policy forbids inline scripts. The toggle is src/ui/theme-toggle.tsx; the marks for
// an own place and own units end in src/shell/router.tsx.
try {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  const { last, favorites = [] } = JSON.parse(localStorage.getItem('places') || '{}');
  const markers = [];
  if (last || favorites.length > 0 || /[?&]lat=/.test(location.search)) markers.push('place');
  if (last || favorites.length > 0 || localStorage.getItem('place-offer') === 'done') markers.push('answer');
  if (localStorage.getItem('units')) markers.push('units');
  if (markers.length > 0) dataset.own = markers.join(' ');
} catch {
  // Storage may be blocked; the system's setting then applies.
}
