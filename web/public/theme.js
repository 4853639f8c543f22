/* global document */
// Runs before the first paint, so that a visitor who chose a theme never sees the other one flash. A file of its own
// because the content security policy allows no inline script. The toggle is components/theme-toggle.tsx.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; the system's setting then decides.
}
