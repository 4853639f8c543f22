import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';

type ToastTone = 'success' | 'error';
interface Toast {
  id: number;
  text: string;
  tone: ToastTone;
}
type ShowToast = (text: string, tone?: ToastTone) => void;

/** Long enough to read two short sentences. */
const shownForMs = 6_000;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Shows a short message in the corner. For what succeeded; errors belong where the form is. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

/** Holds the messages; the region exists from the start, so that screen readers announce what is put in. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const lastId = useRef(0);
  const show = useCallback<ShowToast>((text, tone = 'success') => {
    const id = (lastId.current += 1);
    setToasts((shown) => [...shown.slice(-2), { id, text, tone }]);
  }, []);
  const remove = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        // Said again although the role implies it: an open dialog hides the rest of the page, except what says it is live.
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-[60] flex flex-col items-end gap-2 sm:left-auto sm:w-96"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onRemove={remove} />
        ))}
      </div>
    </ToastContext>
  );
}

function ToastCard({ toast, onRemove }: { toast: Toast; onRemove: (id: number) => void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onRemove(toast.id), shownForMs);
    return () => clearTimeout(timer);
  }, [held, onRemove, toast.id]);
  const Icon = toast.tone === 'success' ? CircleCheck : CircleAlert;
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      className="card pointer-events-auto flex w-full items-start gap-3 py-2 pr-2 pl-4"
    >
      <Icon
        aria-hidden="true"
        size={20}
        className={toast.tone === 'success' ? 'mt-2.5 text-ozark' : 'mt-2.5 text-danger'}
      />
      <p className="flex-1 py-2">{toast.text}</p>
      <button
        type="button"
        aria-label="Dismiss message"
        onClick={() => onRemove(toast.id)}
        className="inline-flex size-10 items-center justify-center rounded-full hover:bg-surface-raised"
      >
        <X aria-hidden="true" size={18} />
      </button>
    </div>
  );
}
