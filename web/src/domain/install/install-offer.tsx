import { askToInstall, useInstallation } from './installation.js';

/** A line that offers to install the site; renders nothing where the browser can't. */
export function InstallOffer({ className }: { className?: string }) {
  const installation = useInstallation();
  if (installation === 'no') return null;
  if (installation === 'by hand')
    return (
      <p className={className}>
        On an iPhone or iPad, notifications need this site on the home screen: tap Share, then “Add to Home Screen”.
      </p>
    );
  return (
    <p className={className}>
      On your home screen this site opens without a connection, too.{' '}
      <button type="button" className="text-link" onClick={() => void askToInstall().catch(() => undefined)}>
        Install
      </button>
    </p>
  );
}
