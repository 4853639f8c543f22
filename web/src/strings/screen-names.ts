/**
 * The dashboard's screens as the specification names them. Separate from its other texts, because the sign-in page loads
 * them.
 */

export const header = 'Header';
export const logo = 'Logo';
export const sponsors = 'Sponsors';
export const snapshots = 'Snapshots';
export const blogPost = 'Blog Post';
export const ourTeam = 'Our Team';
export const faqs = "FAQ's";
export const moderators = 'Manage Moderate Team';
export const jobs = 'Jobs';
export const audit = 'Audit';
export const trash = 'Trash';
