/** Progress bar of an upload. */

export function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div>
      <div
        role="progressbar"
        aria-label="Upload"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full origin-left bg-sky transition-transform duration-150"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <p className="figures mt-1 text-sm text-ink-soft">
        {percent < 100 ? `${percent}% sent` : 'Sent. Waiting for a response…'}
      </p>
    </div>
  );
}
