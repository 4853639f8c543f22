/** Under the heading of a list that could not be refreshed: what it shows is right, but the newest may be missing. */
export function OlderNote({ children }: { children: string }) {
  return (
    <p role="status" className="mt-1 text-sm font-medium text-clay-ink">
      {children}
    </p>
  );
}
