/** The low, rounded ridges of the Ozarks in three layers, paler with distance. Uses the text color without another. */
export function Ridges({ className, color }: { className?: string; color?: string }) {
  return (
    <svg viewBox="0 0 1440 240" preserveAspectRatio="none" aria-hidden="true" color={color} className={className}>
      <path
        fill="currentColor"
        opacity="0.38"
        d="M0 118c70-16 118-46 190-44s120 40 196 34 126-58 214-58 132 46 210 50 132-40 214-42 126 34 200 34 130-44 206-40 132 34 210 28v160H0Z"
      />
      <path
        fill="currentColor"
        opacity="0.62"
        d="M0 170c84-6 140-52 232-50s140 42 226 44 150-56 250-54 148 52 240 50 140-52 228-48 142 40 264 22v106H0Z"
      />
      <path
        fill="currentColor"
        d="M0 196c96 2 176-34 278-30s168 40 280 38 182-46 300-42 182 42 300 38 178-36 282-26v66H0Z"
      />
    </svg>
  );
}
