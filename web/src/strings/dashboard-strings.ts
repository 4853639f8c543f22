/** The dashboard's texts. Separate, because every visit to a public page loads all of `public-strings.ts`. */

// Dashboard shell
export const settings = 'Settings';

// Newsletter in the dashboard
export const campaignIsFinal = "You can't take back an email that's been sent.";
export const complaint = 'Complaint';
export const complaintQuestion = 'Record a complaint?';

// Snapshot moderation
export const approvedRequests = 'Approved Requests';
export const pendingRequests = 'Pending Requests';
export const location = 'Location';
export const approve = 'Approve';
export const reject = 'Reject';
export const deleteAction = 'Delete';
export const deleteConfirm = 'Yes, Delete';
export const processing = 'Processing...';
export const fetchSnapshotsFailed = 'Failed to fetch snapshots. Please try again.';

// All create and edit dialogs of the dashboard
export const createNew = 'Create New';
export const edit = 'Edit';
export const update = 'Update';
export const creating = 'Creating...';

// Blog posts
export const editBlogPost = 'Edit Blog Post';
export const coverImage = 'Cover Image';
export const url = 'URL';
export const description = 'Description';

// Contact messages
export const phone = 'Phone';
export const quickView = 'Quick View';
export const noContacts = 'There is no contact us form at the moment.';

// FAQs
export const addFaq = 'Add FAQ';

// Team, and moderators with the same texts
export const deleteTeamMemberQuestion = 'Delete Team Member?';
export const noTeamMembers = 'No team members found. Start building your team now!';
export const fetchTeamFailed = 'Failed to fetch team members. Please try again later.';
export const updateTeamMemberFailed = 'Failed to update team member.';
export const createTeamMemberFailed = 'Failed to create team member.';
export const deleteTeamMemberFailed = 'Failed to delete team member. Please try again.';

// Header and logo
export const header = 'Header';
export const logo = 'Logo';

// Moderators; uses the team's texts where the specification has no others
export const addMember = 'Add Member';

// Sponsors
export const sponsor = 'Sponsor';
export const activateThisDesign = 'Activate This Design';
export const sponsorSaveFailed = 'Failed to update sponsor';
export const somethingWrong = 'Something went wrong';
