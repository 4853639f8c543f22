/**
 * For every rpc, the peers that may call it and the roles of the users they may act for.
 * `services/platform/src/base/rpc-guard.ts` enforces it; an rpc without an entry is denied.
 */
import { permissions, roles, type PermissionName, type Role } from '@site/domain/roles';

/** Our processes, each with a certificate from our own CA. */
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
  /** "nobody" means that no user is required. */
  roles: readonly Role[] | 'nobody';
}

/** Rpcs for the public site, or authenticated by content: a password, a code, a full or half session's name. */
const open: RpcAccess = { peers: ['gateway'], roles: 'nobody' };
const staff: RpcAccess = { peers: ['gateway'], roles };
const admins: RpcAccess = { peers: ['gateway'], roles: ['admin'] };
const allowed = (permission: PermissionName): RpcAccess => ({
  peers: ['gateway'],
  roles: permissions[permission],
});
const reviewers = allowed('review');
const writers = allowed('write');
const contentEditors = allowed('content');
const mailing: RpcAccess = { peers: ['worker'], roles: 'nobody' };
const images: RpcAccess = { peers: ['picture-worker'], roles: 'nobody' };

/** Called by the gateway for all visitors, and by notifications to follow alerts. */
const openToNotifications: RpcAccess = { peers: ['gateway', 'notifications'], roles: 'nobody' };

const editing = (kind: string, access = contentEditors) =>
  Object.fromEntries(['Create', 'Update', 'Delete'].map((verb) => [`${verb}${kind}`, access]));

const services: Record<string, Record<string, RpcAccess>> = {
  // Contracts implemented by several services
  'audit.v1.AuditService': { ListAuditEntries: admins, RecordAuditEntry: open },
  'changes.v1.ChangesService': { WatchChanges: openToNotifications },
  'jobs.v1.JobsService': { GetJobs: admins, ListFailedJobs: admins, RetryJob: admins, CompleteJob: mailing },
  'mail.v1.MailReportsService': { ReceiveReport: { peers: ['gateway', 'worker'], roles: 'nobody' } },
  'mentions.v1.MentionsService': { FindMentions: admins, RedactMention: admins },
  'images.v1.ImagesService': {
    ClaimImage: images,
    CompleteImage: images,
    RejectImage: images,
    FailImage: images,
    RetryImage: staff,
    FindStagedUploads: images,
    ClaimPlacement: images,
    CompletePlacement: images,
    FindImages: images,
  },
  // Editors restore content; the handler enforces that.
  'trash.v1.TrashService': { ListTrash: admins, RestoreFromTrash: contentEditors },

  'auth.v1.InvitationsService': {
    ListInvitations: admins,
    CreateInvitation: admins,
    ResendInvitation: admins,
    RevokeInvitation: admins,
    GetInvitation: open,
    AcceptInvitation: open,
    IssueInvitation: mailing,
  },
  'auth.v1.ModeratorsService': { ListModerators: admins, ...editing('Moderator', admins) },
  'auth.v1.PasswordsService': {
    ChangePassword: staff,
    RequestReset: open,
    VerifyResetCode: open,
    ResetPassword: open,
  },
  'auth.v1.PeopleService': {
    ListReviewers: mailing,
    ListAssignees: allowed('messages'),
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
    ListSecondFactors: staff,
    StartFactor: staff,
    CompleteFactor: staff,
    RemoveFactor: staff,
    MakeRecoveryCodes: staff,
    StartPasskeyConfirmation: staff,
    ConfirmIdentity: staff,
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
    ListSessions: staff,
    EndSession: staff,
    EndOtherSessions: staff,
  },

  'content.v1.FaqsService': { ListFaqs: open, ...editing('Faq'), OrderFaqs: contentEditors },
  'content.v1.HomeService': { GetHomeContent: open },
  'content.v1.MediaService': {
    ListMediaItems: contentEditors,
    GetMediaItem: contentEditors,
    ...editing('MediaItem'),
    ListMediaUses: contentEditors,
  },
  'content.v1.OverviewService': { GetContentOverview: writers },
  'content.v1.PostsService': {
    ListPosts: open,
    // The worker needs it for the newsletter sent with a post.
    GetPost: { peers: ['gateway', 'worker'], roles: 'nobody' },
    GetNewsletterPost: mailing,
    GetPostStates: mailing,
    GetPreview: open,
    ...editing('Post', writers),
    ListEditedPosts: writers,
    GetPostFilters: writers,
    GetEditedPost: writers,
    CreateDraft: writers,
    SaveRevision: writers,
    DiscardAutosave: writers,
    ListRevisions: writers,
    GetRevision: writers,
    // Sending a newsletter with it is for admins; the handler enforces that.
    PublishPost: writers,
    PublishMissedPost: mailing,
    CreatePreview: writers,
    EndPreviews: writers,
  },
  'content.v1.SiteService': {
    GetHeader: contentEditors,
    ...editing('Header'),
    GetLogo: contentEditors,
    ...editing('Logo'),
  },
  'content.v1.StormModeService': {
    GetStormBanner: open,
    SetStormBanner: allowed('storm'),
    EndStormBanner: allowed('storm'),
  },
  'content.v1.TeamService': { ListTeamMembers: open, ...editing('TeamMember'), OrderTeamMembers: contentEditors },

  'notifications.v1.DeliveriesService': {
    GetDeliveryFigures: open,
    ListDispatches: admins,
    GetDispatch: admins,
    GetKillSwitch: admins,
    SetKillSwitch: admins,
    GetUrgency: mailing,
  },
  'notifications.v1.PersonalDataService': { ExportPersonalData: admins, ErasePersonalData: admins },
  'notifications.v1.SubscriptionsService': {
    Subscribe: open,
    ConfirmChannel: open,
    GetPreferences: open,
    UpdatePreferences: open,
    EndSubscription: open,
    ReplaceEndpoint: open,
    RecordDisplay: open,
    GetPushKey: open,
    ReceiveText: open,
    RecordTextReport: open,
    CountSubscribers: admins,
    CountSegments: admins,
  },
  'notifications.v1.SuppressionsService': { FindSuppressions: mailing, SetSuppression: mailing },
  'notifications.v1.WebhooksService': { ListWebhooks: admins, CreateWebhook: admins, DeleteWebhook: admins },

  'submissions.v1.ContactService': {
    CreateContactMessage: open,
    CreateContactMessages: open,
    DryRunContactMessage: open,
    ListContactMessages: allowed('messages'),
    DeleteContactMessage: admins,
    SetMessagesState: allowed('messages'),
    AssignMessage: allowed('messages'),
    UpdateNote: allowed('messages'),
    ReplyToMessage: allowed('messages'),
  },
  'submissions.v1.HomeService': { GetHomeSubmissions: open },
  'submissions.v1.NewsletterService': {
    Subscribe: open,
    SubscribeSeveral: open,
    ConfirmSubscription: open,
    Unsubscribe: open,
    UpdatePreferences: open,
    GetPreferences: open,
    ListCampaigns: admins,
    GetCampaign: admins,
    GetPostCampaign: writers,
    CreateCampaign: admins,
    RescheduleCampaign: admins,
    CancelCampaign: admins,
    PauseCampaign: admins,
    ResumeCampaign: admins,
    PreviewCampaign: admins,
    SendTestMail: admins,
    FollowLink: open,
    CountSubscribers: admins,
    ListSubscribers: admins,
    ImportSubscribers: admins,
    RecordComplaint: admins,
  },
  'submissions.v1.OverviewService': { GetSubmissionsOverview: admins },
  'submissions.v1.PersonalDataService': { ExportPersonalData: admins, ErasePersonalData: admins },
  'submissions.v1.SavedTextsService': { ListSavedTexts: reviewers, SaveText: reviewers, DeleteSavedText: reviewers },
  'submissions.v1.SnapshotsService': {
    CreateSnapshot: open,
    ListPublicSnapshots: open,
    GetPublicSnapshot: open,
    ListSnapshots: reviewers,
    ApproveSnapshot: reviewers,
    RejectSnapshot: reviewers,
    DeleteSnapshot: admins,
    ListSimilarSnapshots: reviewers,
    GetSenderHistory: reviewers,
    // Deleting is for admins; the handler enforces that.
    DecideSnapshots: reviewers,
  },
  'submissions.v1.SponsorsService': {
    RequestSponsorship: open,
    ListSponsors: admins,
    ...editing('Sponsor', admins),
    ApproveSponsor: admins,
    RejectSponsor: admins,
    SetTopSponsor: admins,
    OrderSponsors: admins,
    SetSponsorView: admins,
  },

  'weather.v1.AlertEventsService': {
    ListAlertEvents: openToNotifications,
    ListAlertsAt: open,
    ListRecentEvents: writers,
    GetAlertEvent: open,
  },
  'weather.v1.AlertsService': { ListAlerts: open },
  'weather.v1.ForecastsService': { GetForecast: open },
  'weather.v1.PlacesService': { SearchPlaces: open },
  'weather.v1.NextHourService': { GetNextHour: open },
  'weather.v1.ProvidersService': { ListProviders: admins },
  'weather.v1.OutlookService': { GetOutlook: open },
  'weather.v1.RadarService': { ListFrames: open },
  'weather.v1.RiversService': { ListGauges: open, GetGauge: open },
  'weather.v1.SocialService': { ListPosts: open },
  'weather.v1.StormReportsService': { ListStormReports: open },
  'weather.v1.TextProductsService': { GetTextProduct: open },
  'weather.v1.TilesService': { GetTile: open, ListLayers: open },
};

/** The rules by path, such as "/auth.v1.PeopleService/ListReviewers". */
export const rpcAccess: ReadonlyMap<string, RpcAccess> = new Map(
  Object.entries(services).flatMap(([service, rpcs]) =>
    Object.entries(rpcs).map(([rpc, access]) => [`/${service}/${rpc}`, access] as const),
  ),
);
