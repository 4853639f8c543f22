import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { createContext, useCallback, useContext, useEffect, useId, useRef, useState, type ReactNode } from 'react';

type ToastTone = 'success' | 'error';
/** A shortcut, never the only way: the toast disappears by itself. */
interface ToastAction {
  label: string;
  onClick: () => void;
}
interface Toast {
  id: number;
  text: string;
  tone: ToastTone;
  action: ToastAction | undefined;
}
export type ShowToast = (text: string, tone?: ToastTone, action?: ToastAction) => void;

/** Time to read two short sentences; longer with an action. */
const toastDurationMs = { text: 6_000, action: 12_000 };

const ToastContext = createContext<ShowToast>(() => undefined);

/** For successes; errors belong in their form. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

/** The live region exists from the start, so that screen readers announce additions. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const lastId = useRef(0);
  const show = useCallback<ShowToast>((text, tone = 'success', action = undefined) => {
    const id = (lastId.current += 1);
    setToasts((current) => [...current.slice(-2), { id, text, tone, action }]);
  }, []);
  const remove = useCallback((id: number) => setToasts((current) => current.filter((toast) => toast.id !== id)), []);
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        // Explicit although implied: an open dialog hides everything but explicit live regions.
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-[60] flex flex-col items-end gap-2 sm:left-auto sm:w-96"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onRemove={remove} />
        ))}
      </div>
    </ToastContext>
  );
}

function ToastCard({ toast, onRemove }: { toast: Toast; onRemove: (id: number) => void }) {
  const [isInteracting, setIsInteracting] = useState(false);
  const textId = useId();
  useEffect(() => {
    if (isInteracting) return;
    const timer = setTimeout(() => onRemove(toast.id), toast.action ? toastDurationMs.action : toastDurationMs.text);
    return () => clearTimeout(timer);
  }, [isInteracting, onRemove, toast.action, toast.id]);
  const Icon = toast.tone === 'success' ? CircleCheck : CircleAlert;
  return (
    <div
      onPointerEnter={() => setIsInteracting(true)}
      onPointerLeave={() => setIsInteracting(false)}
      onFocus={() => setIsInteracting(true)}
      onBlur={() => setIsInteracting(false)}
      className="card pointer-events-auto flex w-full items-start gap-3 py-2 pr-2 pl-4"
    >
      <Icon
        aria-hidden="true"
        size={20}
        className={toast.tone === 'success' ? 'mt-2.5 text-ozark' : 'mt-2.5 text-danger'}
      />
      <p id={textId} className="min-w-0 flex-1 py-2 break-words">
        {toast.text}
      </p>
      {toast.action && (
        <button
          type="button"
          aria-describedby={textId}
          onClick={() => {
            toast.action?.onClick();
            onRemove(toast.id);
          }}
          className="min-h-10 shrink-0 rounded-full px-3 font-semibold text-sky-strong hover:bg-surface-raised"
        >
          {toast.action.label}
        </button>
      )}
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
