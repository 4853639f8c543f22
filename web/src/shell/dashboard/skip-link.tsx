/** The first stop of the keyboard, which leads past the menu. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-50 rounded-full bg-sky font-semibold text-on-sky focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-5 focus:py-3"
    >
      Skip to content
    </a>
  );
}
