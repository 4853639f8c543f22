/* global document */
// Runs before the first paint, so that the other theme never flashes. A separate file because the content security policy
// forbids inline scripts. The toggle is src/ui/theme-toggle.tsx.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be blocked; the system's setting then applies.
}
