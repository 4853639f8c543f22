import { useParams } from 'react-router-dom';
import { AlertDetails } from '../../components/alerts/alert-details.js';
import { ButtonLink } from '../../components/button.js';
import { PageTitle } from '../../components/page-title.js';
import { Loading, Skeleton } from '../../components/skeleton.js';
import { useAlerts } from '../../components/weather/weather-queries.js';
import { strings } from '../../strings.js';

/** One alert by its link. It is there while the alert is; then the page says so. */
export function Page() {
  const { alertId } = useParams();
  const state = useAlerts();
  const alert = state.kind === 'alerts' ? state.alerts.find(({ id }) => id === alertId) : undefined;
  if (alert) {
    return (
      <div className="container-page max-w-3xl pt-8 md:pt-12">
        <PageTitle title={alert.event} />
        <div className="mt-6">
          <AlertDetails alert={alert} headingLevel={2} />
        </div>
      </div>
    );
  }
  if (state.kind === 'loading') {
    return (
      <Loading label="Loading alert" className="container-page max-w-3xl pt-8 md:pt-12">
        <Skeleton className="h-10 w-72 max-w-full" />
        <Skeleton className="mt-6 h-64 rounded-lg" />
      </Loading>
    );
  }
  const known = state.kind === 'none' || (state.kind === 'alerts' && state.confirmed);
  return (
    <div className="container-page max-w-3xl pt-8 md:pt-12">
      <PageTitle title={known ? 'This alert is no longer in effect' : strings.alertStatusUnavailable} />
      <p className="mt-4 text-lg text-ink-soft">
        {known
          ? 'It has ended or has been replaced by a newer one.'
          : 'We cannot tell right now whether this alert is still in effect.'}{' '}
        The official page is{' '}
        <a className="text-link" href="https://www.weather.gov/lzk/">
          weather.gov/lzk
        </a>
        .
      </p>
      <ButtonLink to="/alert" className="mt-6">
        All alerts
      </ButtonLink>
    </div>
  );
}
