import type { Caller } from './grpc.js';

/**
 * Who may call what between the processes: for every rpc, the peers that may call it, and the role that the person must have
 * for whom they do. `services/platform/src/base/rpc-guard.ts` holds every call against it; an rpc without a line is refused.
 */

/** The processes of the house. A certificate of the house names one of them. */
export const peers = [
  'gateway',
  'content',
  'submissions',
  'auth',
  'weather-proxy',
  'notifications',
  'worker',
  'picture-worker',
] as const;
export type Peer = (typeof peers)[number];

export interface RpcAccess {
  peers: readonly Peer[];
  /** "nobody": needs no person. "moderator": an admin may, too. */
  role: 'nobody' | Caller['role'];
}

/** What the public site needs, and what proves itself by its content: a password, a code, a half or a whole session's name. */
const open: RpcAccess = { peers: ['gateway'], role: 'nobody' };
const moderators: RpcAccess = { peers: ['gateway'], role: 'moderator' };
const admins: RpcAccess = { peers: ['gateway'], role: 'admin' };
const mailing: RpcAccess = { peers: ['worker'], role: 'nobody' };
const pictures: RpcAccess = { peers: ['picture-worker'], role: 'nobody' };

/** What the gateway asks for everybody, and notifications to know what happens to alerts. */
const openToNotifications: RpcAccess = { peers: ['gateway', 'notifications'], role: 'nobody' };

/** What the dashboard does with a kind of content. */
const editing = (kind: string) =>
  Object.fromEntries(['Create', 'Update', 'Delete'].map((verb) => [`${verb}${kind}`, admins]));

const services: Record<string, Record<string, RpcAccess>> = {
  // Every service that keeps such things
  'audit.v1.AuditService': { ListAuditEntries: admins, RecordAuditEntry: open },
  'changes.v1.ChangesService': { WatchChanges: openToNotifications },
  'jobs.v1.JobsService': { GetJobs: admins, ListFailedJobs: admins, RetryJob: admins },
  'pictures.v1.PicturesService': {
    ClaimPicture: pictures,
    CompletePicture: pictures,
    RejectPicture: pictures,
    FailPicture: pictures,
    RetryPicture: moderators,
    FindStagedUploads: pictures,
    ClaimPlacement: pictures,
    CompletePlacement: pictures,
    FindPictures: pictures,
  },
  'trash.v1.TrashService': { ListTrash: admins, RestoreFromTrash: admins },

  'auth.v1.ModeratorsService': { ListModerators: admins, ...editing('Moderator') },
  'auth.v1.PasswordsService': {
    ChangePassword: moderators,
    RequestReset: open,
    VerifyResetCode: open,
    ResetPassword: open,
  },
  'auth.v1.PeopleService': {
    ListReviewers: mailing,
    ListPeople: admins,
    ChangeRole: admins,
    ResetSecondFactor: admins,
  },
  'auth.v1.ResetsService': {
    IssueResetCode: mailing,
    DescribePasswordChange: mailing,
    DescribeAccountChange: mailing,
    CompleteResetMail: mailing,
  },
  'auth.v1.SecondFactorsService': {
    ListSecondFactors: moderators,
    StartFactor: moderators,
    CompleteFactor: moderators,
    RemoveFactor: moderators,
    MakeRecoveryCodes: moderators,
    StartPasskeyConfirmation: moderators,
    ConfirmIdentity: moderators,
  },
  'auth.v1.SecondStepService': {
    StartPasskeyStep: open,
    CompleteStep: open,
    StartEnrolment: open,
    CompleteEnrolment: open,
  },
  'auth.v1.SessionsService': {
    SignIn: open,
    SignOut: open,
    IntrospectSession: open,
    ListSigningKeys: open,
    ListSessions: moderators,
    EndSession: moderators,
    EndOtherSessions: moderators,
  },

  'content.v1.FaqsService': { ListFaqs: open, ...editing('Faq') },
  'content.v1.HomeService': { GetHomeContent: open },
  'content.v1.PostsService': { ListPosts: open, GetPost: open, ...editing('Post') },
  'content.v1.SiteService': { GetHeader: admins, ...editing('Header'), GetLogo: admins, ...editing('Logo') },
  'content.v1.TeamService': { ListTeamMembers: open, ...editing('TeamMember') },

  'notifications.v1.DeliveriesService': {
    GetDeliveryFigures: open,
    ListRuns: admins,
    GetRun: admins,
    GetBrake: admins,
    SetBrake: admins,
    GetUrgency: mailing,
  },
  'notifications.v1.PersonalDataService': { ExportPersonalData: admins, ErasePersonalData: admins },
  'notifications.v1.SubscriptionsService': {
    Subscribe: open,
    ConfirmChannel: open,
    GetWishes: open,
    UpdateWishes: open,
    EndSubscription: open,
    ReplaceEndpoint: open,
    RecordShown: open,
    GetPushKey: open,
    AnswerText: open,
    CountSubscribers: admins,
  },
  'notifications.v1.WebhooksService': { ListWebhooks: admins, CreateWebhook: admins, DeleteWebhook: admins },

  'submissions.v1.ContactService': {
    CreateContactMessage: open,
    ListContactMessages: moderators,
    DeleteContactMessage: admins,
  },
  'submissions.v1.HomeService': { GetHomeSubmissions: open },
  'submissions.v1.NewsletterService': {
    Subscribe: open,
    ConfirmSubscription: open,
    Unsubscribe: open,
    UpdatePreferences: open,
    GetPreferences: open,
    ListCampaigns: admins,
    GetCampaign: admins,
    CreateCampaign: admins,
    CountSubscribers: admins,
    ListSubscribers: admins,
    RecordComplaint: admins,
  },
  'submissions.v1.OverviewService': { GetSubmissionsOverview: admins },
  'submissions.v1.PersonalDataService': { ExportPersonalData: admins, ErasePersonalData: admins },
  'submissions.v1.SnapshotsService': {
    CreateSnapshot: open,
    ListPublicSnapshots: open,
    GetPublicSnapshot: open,
    ListSnapshots: moderators,
    ApproveSnapshot: moderators,
    RejectSnapshot: moderators,
    DeleteSnapshot: admins,
    // Deleting is for admins; the handler looks at that.
    DecideSnapshots: moderators,
  },
  'submissions.v1.SponsorsService': {
    ListPublicSponsors: open,
    RequestSponsorship: open,
    ListSponsors: admins,
    ...editing('Sponsor'),
    ApproveSponsor: admins,
    RejectSponsor: admins,
    SetTopSponsor: admins,
    SetSponsorView: admins,
  },

  'weather.v1.AlertEventsService': { ListAlertEvents: openToNotifications, ListAlertsAt: open, GetAlertEvent: open },
  'weather.v1.AlertsService': { ListAlerts: open },
  'weather.v1.ForecastsService': { GetForecast: open },
  'weather.v1.PlacesService': { SearchPlaces: open },
  'weather.v1.ProvidersService': { ListProviders: admins },
  'weather.v1.OutlookService': { GetOutlook: open },
  'weather.v1.RadarService': { ListFrames: open },
  'weather.v1.RiversService': { ListGauges: open, GetGauge: open },
  'weather.v1.SocialService': { ListPosts: open },
  'weather.v1.StormReportsService': { ListStormReports: open },
  'weather.v1.TextProductsService': { GetTextProduct: open },
  'weather.v1.TilesService': { GetTile: open, ListLayers: open },
};

/** The table by path, for instance "/auth.v1.PeopleService/ListReviewers". */
export const rpcAccess: ReadonlyMap<string, RpcAccess> = new Map(
  Object.entries(services).flatMap(([service, rpcs]) =>
    Object.entries(rpcs).map(([rpc, access]) => [`/${service}/${rpc}`, access] as const),
  ),
);
