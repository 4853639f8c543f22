import type { Campaign, CampaignReportReason, FullCampaign } from '@site/proto/submissions/v1/newsletter.responses';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '@/dashboard-kit/list/paged-list.js';
import { amount, numberText } from '@/ui/number-format.js';
import { Loading } from '@/ui/skeleton.js';
import { reportsQuery } from './newsletter.js';

/** What mail servers reported about a campaign's mails, and why. */
export function CampaignReports({ campaign: { id, title } }: { campaign: Campaign }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-3" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold">
        Bounces and complaints<span className="sr-only">: “{title}”</span>
      </summary>
      {isOpen && <Reports id={id} title={title} />}
    </details>
  );
}

function Reports({ id, title }: { id: string; title: string }) {
  return (
    <Loaded
      query={useQuery(reportsQuery(id))}
      failure="We couldn’t load the figures. Try again."
      placeholder={<Loading label="Loading the bounces and complaints" count={1} each="h-20" />}
    >
      {(campaign) => (
        <>
          <Rates campaign={campaign} />
          {campaign.report_reasons.length > 0 && <Reasons reasons={campaign.report_reasons} title={title} />}
        </>
      )}
    </Loaded>
  );
}

/** Above these shares, mail providers block senders or hide their mail. */
const maxBouncedShare = 0.05;
const maxComplainedShare = 0.003;

function Rates({ campaign: { sent, failed, bounced, complained } }: { campaign: FullCampaign }) {
  if (failed + bounced + complained === 0)
    return <p className="text-sm text-ink-soft">No mail of this newsletter has bounced or been reported as spam.</p>;
  return (
    <ul className="space-y-1 text-sm">
      <Rate count={bounced} sent={sent} maxShare={maxBouncedShare} text="bounced after delivery" />
      <Rate count={complained} sent={sent} maxShare={maxComplainedShare} text="reported as spam" />
      {failed > 0 && <li>{amount(failed, 'mail', 'mails')} refused while sending</li>}
    </ul>
  );
}

function Rate({ count, sent, maxShare, text }: { count: number; sent: number; maxShare: number; text: string }) {
  const share = sent === 0 ? 0 : count / sent;
  const isHigh = share > maxShare;
  return (
    <li className={isHigh ? 'font-semibold text-danger' : ''}>
      {amount(count, 'mail', 'mails')} {text} ({percent.format(share)})
      {isHigh && `. Above ${percent.format(maxShare)}, mail providers may block your newsletters.`}
    </li>
  );
}

/** With a decimal: 0.3% matters. */
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

const kindLabels: Record<CampaignReportReason['kind'], string> = {
  failure: 'While sending',
  bounce: 'Bounce',
  complaint: 'Complaint',
};

function Reasons({ reasons, title }: { reasons: CampaignReportReason[]; title: string }) {
  return (
    <table aria-label={`Reasons for bounces and complaints of “${title}”`} className="mt-2 w-full text-sm">
      <thead className="text-left text-ink-soft">
        <tr>
          <th scope="col" className="py-1.5 pr-3 font-normal">
            When
          </th>
          <th scope="col" className="py-1.5 font-normal">
            Reason given by the mail server
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-normal">
            Mails
          </th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ kind, reason, count }) => (
          <tr key={`${kind} ${reason}`}>
            <td className="py-1.5 pr-3 align-top whitespace-nowrap">{kindLabels[kind]}</td>
            <th scope="row" className="py-1.5 text-left font-normal wrap-anywhere">
              {reason || 'None'}
            </th>
            <td className="figures py-1.5 pl-3 text-right align-top font-semibold">{numberText(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
