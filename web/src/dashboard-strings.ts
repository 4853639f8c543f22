/** The dashboard's texts quoted from the specification. Every visit to a public page loads all of `strings.ts`. */
// Dashboard shell
export const settings = 'Settings';

// Newsletter in the dashboard
export const campaignIsFinal = "You can't take back an email that's been sent.";
export const linkCountsOff = 'Link counts are off. An operator can turn them on.';
export const linkCountsOn =
  'We count how often each link is clicked, but not by whom, and every email says so. Email scanners click links too, so the numbers run high.';
export const campaignWeeklyUnknown = 'Subscribers who chose one email a week get the post in the weekly email.';
export const complaint = 'Complaint';
export const complaintQuestion = 'Record a complaint?';
export const complaintConsequence =
  "We'll never send anything to this address again, even after a new sign-up. You can't undo this.";
export const complaintConfirm = 'Yes, Never Send Again';
export const complaintBusy = 'Saving...';
export const complaintFailed = "The complaint couldn't be saved. Try again.";

// Snapshot moderation
export const approvedRequests = 'Approved Requests';
export const pendingRequests = 'Pending Requests';
export const firstName = 'First Name';
export const lastName = 'Last Name';
export const location = 'Location';
export const comment = 'Comment';
export const approve = 'Approve';
export const reject = 'Reject';
export const deleteAction = 'Delete';
export const approveConfirm = 'Yes, Approve';
export const rejectConfirm = 'Yes, Reject';
export const deleteConfirm = 'Yes, Delete';
export const approveQuestion = 'Approve Request?';
export const rejectQuestion = 'Reject Request?';
export const deleteQuestion = 'Delete Request?';
export const processing = 'Processing...';
export const noApprovedSnapshots = 'There are no approved snapshots';
export const noPendingSnapshots =
  'All photo requests have been processed. There are no pending requests at the moment.';
export const fetchSnapshotsFailed = 'Failed to fetch snapshots. Please try again.';
export const approveSnapshotFailed = 'Failed to approve snapshot. Please try again.';
export const rejectSnapshotFailed = 'Failed to reject snapshot. Please try again.';
export const deleteSnapshotFailed = 'Failed to delete snapshot. Please try again.';

// All create and edit dialogs of the dashboard
export const createNew = 'Create New';
export const edit = 'Edit';
export const update = 'Update';
export const deleting = 'Deleting...';
export const updating = 'Updating...';
export const adding = 'Adding...';
export const creating = 'Creating...';
export const someoneElseChanged = 'Someone else changed this in the meantime. Reload to see the latest version.';

// Blog posts
export const createBlogPost = 'Create Blog Post';
export const editBlogPost = 'Edit Blog Post';
export const coverImage = 'Cover Image';
export const blogTitle = 'Blog Title';
export const url = 'URL';
export const description = 'Description';
export const deleteBlogQuestion = 'Delete Blog?';

// Contact messages
export const phone = 'Phone';
export const quickView = 'Quick View';
export const contactUsForm = 'Contact Us Form';
export const deleteFormQuestion = 'Delete Form?';
export const noContacts = 'There is no contact us form at the moment.';
export const fetchContactsFailed = 'Failed to fetch contacts. Please try again later.';
export const deleteContactFailed = 'Failed to delete contact. Please try again.';

// FAQs
export const addNewFaq = 'Add New FAQ';
export const addFaq = 'Add FAQ';
export const editFaq = 'Edit FAQ';
export const deleteFaqQuestion = 'Delete FAQ?';
export const noFaqs = 'No FAQs found.';
export const fetchFaqsFailed = 'Failed to fetch FAQs. Please try again later.';
export const deleteFaqFailed = 'Failed to delete FAQ. Please try again.';
export const editFaqFailed = 'Failed to edit FAQ. Please try again.';
export const createFaqFailed = 'Failed to create FAQ. Please try again.';

// Team, and moderators with the same texts
export const addNewMember = 'Add New Member';
export const editTeamMember = 'Edit Team Member';
export const designation = 'Designation';
export const imageRequired = 'Image is required';
export const deleteTeamMemberQuestion = 'Delete Team Member?';
export const noTeamMembers = 'No team members found. Start building your team now!';
export const fetchTeamFailed = 'Failed to fetch team members. Please try again later.';
export const updateTeamMemberFailed = 'Failed to update team member.';
export const createTeamMemberFailed = 'Failed to create team member.';
export const deleteTeamMemberFailed = 'Failed to delete team member. Please try again.';

// Header and logo
export const header = 'Header';
export const addNewHeader = 'Add New Header';
export const editHeader = 'Edit Header';
export const addHeader = 'Add Header';
export const noHeader = 'No header found. Start creating a header now!';
export const deleteHeaderTitle = 'Delete Header?';
export const deleteHeaderQuestion = 'Are you sure you want to delete this header?';
export const fetchHeaderFailed = 'Failed to fetch header. Please try again later.';
export const createHeaderFailed = 'Failed to create header.';
export const updateHeaderFailed = 'Failed to update header.';
export const deleteHeaderFailed = 'Failed to delete header. Please try again.';
export const logo = 'Logo';
export const addNewLogo = 'Add New Logo';
export const editLogo = 'Edit Logo';
export const addLogo = 'Add Logo';
export const addLogoImage = 'Add Logo Image';
export const logoRequired = 'Logo image is required';
export const noLogo = 'No logo found. Upload a logo now!';
export const deleteLogoTitle = 'Delete Logo?';
export const deleteLogoQuestion = 'Are you sure you want to delete this logo?';
export const fetchLogoFailed = 'Failed to fetch logo. Please try again later.';
export const createLogoFailed = 'Failed to create logo.';
export const updateLogoFailed = 'Failed to update logo.';
export const deleteLogoFailed = 'Failed to delete logo. Please try again.';

// Moderators; uses the team's texts where the specification has no others
export const addNewModerator = 'Add New Moderator';
export const editModerator = 'Edit Moderate Member';
export const addMember = 'Add Member';
export const deleteMemberQuestion = 'Are you sure you want to delete this team member?';

// Sponsors
export const sponsor = 'Sponsor';
export const createNewSponsor = 'Create New Sponsor';
export const editSponsor = 'Edit Sponsor';
export const activateThisDesignButton = 'Activate this Design';
export const activateThisDesign = 'Activate This Design';
export const activateDesignQuestion = 'Are you sure you want to activate this design of sponsors.';
export const activating = 'Activating...';
export const noApprovedSponsors = 'Oops! There are no sponsers at the moment.';
export const noPendingSponsors =
  'All sponser requests have been processed. There are no pending requests at the moment.';
export const deleteSponsorTitle = 'Delete Sponsor?';
export const deleteSponsorQuestion = 'Are you sure you want to delete this sponsor request?';
export const sponsorSaved = 'Sponsor updated successfully!';
export const sponsorSaveFailed = 'Failed to update sponsor';
export const approveSponsorFailed = 'Failed to approve sponsor';
export const rejectSponsorFailed = 'Failed to reject sponsor';
export const deleteSponsorFailed = 'Failed to delete sponsor';
export const somethingWrong = 'Something went wrong';
