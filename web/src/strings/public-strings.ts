/** Texts that several modules quote from the specification, verbatim. Other texts are beside their markup. */
import { stateName } from '@site/regions/state';

export { siteName } from '@site/regions/state';

// Navigation
export const home = 'Home';
export const weather = 'Weather';
export const getAlerts = 'Get Alerts';
export const about = 'About';
export const contactUs = 'Contact Us';
export const liveCam = 'Live Cam';

// Hero
export const noActiveAlerts = 'No Active Weather Alerts';
/** While alerts that left the list early may still be in effect. */
export const noListedAlerts = 'No alerts on the official list';
export const alertStatusUnavailable = 'Alert status unavailable';
export const cutOff = `No connection. New warnings won't arrive. ${alertStatusUnavailable}.`;
export const alertPosition = (position: number, count: number) => `Alert ${position} of ${count}`;
export const noReading = '--';

// Home sections
export const hourlyHeading = "Today's Hourly Weather Forecast";
export const informationHeading = `Get Updated About ${stateName} Weather`;
export const realFeel = 'Real Feel';
export const wind = 'Wind';
export const visibility = 'Visibility';
export const uvIndex = 'UV Index';
export const humidity = 'Humidity';
export const example = 'Example';

// Snapshots
export const stateSnapshots = `${stateName} Snapshots`;
export const submitting = 'Submitting...';
export const somethingWentWrong = 'Something went wrong. Please try again later.';
export const httpError = (status: number, statusText: string) => `Error: ${status} ${statusText}`.trim();

// Alerts page
export const termsOfService = 'Terms of Service for receiving Messages';
export const frequentlyAskedQuestions = 'Frequently Asked Questions';

// About
export const meetOurTeam = 'Meet our Team';

// Blog
export const noBlogAvailable = 'No Blog Available';

// Sponsors
export const companyName = 'Company Name';
export const phoneNumber = 'Phone Number';
export const becomeOurSponsor = 'Become Our Sponsor';
export const websiteUrl = 'Website URL';
export const companyLogo = 'Company Logo';
export const message = 'Message';
export const submit = 'Submit';

// Contact
export const fullName = 'Full Name';
export const feedback = 'Feedback';
export const submitFeedback = 'Submit Feedback';

// Footer
export const newsletter = 'Newsletter';
export const enterEmail = 'Please enter your email address.';
export const weatherBlogs = 'Weather Blogs';
export const homeBlogPost = 'Home Blog Post';
export const privacyPolicy = 'Privacy Policy';
export const termsOfUse = 'Terms of Use';

// Sign-in
export const emailAddress = 'Email Address';
export const password = 'Password';
export const signInFailed = 'Invalid email or password';

// Dashboard shell
export const changePassword = 'Change Password';
export const signOut = 'Sign Out';
export const cancel = 'Cancel';
export const noToken = 'No authentication token found.';

// Snapshot moderation
export const name = 'Name';
export const email = 'Email';

// Forgotten and changed passwords
export const forgotPassword = 'Forgot Password';
