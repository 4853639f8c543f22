/** For a list that couldn't be refreshed: its content is correct, but the newest may be missing. */
export function OlderNote({ children }: { children: string }) {
  return (
    <p role="status" className="mt-1 text-sm font-medium text-clay-ink">
      {children}
    </p>
  );
}
