import { promptToInstall, useInstallation } from './app-install.js';

/** Renders nothing where the browser can't install the site. */
export function InstallOffer({ className }: { className?: string }) {
  const installation = useInstallation();
  if (installation === 'no') return null;
  if (installation === 'by hand')
    return (
      <p className={className}>
        To get notifications on an iPhone or iPad, add this site to your home screen: tap Share, then “Add to Home
        Screen.”
      </p>
    );
  return (
    <p className={className}>
      Add this site to your home screen to open it even without a connection.{' '}
      <button type="button" className="text-link" onClick={() => void promptToInstall().catch(() => undefined)}>
        Install
      </button>
    </p>
  );
}
