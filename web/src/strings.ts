import { stateName } from '@site/state/state';

/** Texts quoted from the specification, verbatim including odd spellings. Our own texts are beside their markup. */
export { siteName } from '@site/state/state';

// Navigation
export const home = 'Home';
export const weather = 'Weather';
export const getAlerts = 'Get Alerts';
export const about = 'About';
export const contactUs = 'Contact Us';
export const liveCam = 'Live Cam';
export const ourShop = 'Our Shop';

// Hero
export const viewFullAlert = 'View Full Alert';
export const learnMore = 'Learn more';
export const noActiveAlerts = 'No Active Weather Alerts';
export const alertStatusUnavailable = 'Alert status unavailable';
export const cutOff = `No connection. New warnings won't arrive. ${alertStatusUnavailable}.`;
export const alertPosition = (position: number, count: number) => `Alert ${position} of ${count}`;
export const sampleData = 'Sample data';
export const noReading = '--';

// Home sections
export const hourlyHeading = "Today's Hourly Weather Forecast";
export const informationHeading = `Get Updated About ${stateName} Weather`;
export const realFeel = 'Real Feel';
export const wind = 'Wind';
export const visibility = 'Visibility';
export const chancesOfRain = 'Chances of Rain';
export const uvIndex = 'UV Index';
export const humidity = 'Humidity';
export const socialPostsFailed = 'Failed to load Facebook posts. Showing fallback content.';
export const example = 'Example';
export const sample = 'Sample';

// Weather and forecast screens
export const todaysHighlights = "Today's Highlights";
export const sevenDaysForecast = '7 Days Weather Forecast';
export const errorLoadingWeather = 'Error loading weather data';
export const failedToFetchWeather = 'Failed to fetch weather data';
export const sevenDayForecastHeading = '7-Day Weather Forecast';

// Snapshots
export const stateSnapshots = `${stateName} Snapshots`;
export const submitting = 'Submitting...';
export const snapshotCreated = 'Snapshot Created Successfully';
export const somethingWentWrong = 'Something went wrong. Please try again later.';
export const httpError = (status: number, statusText: string) => `Error: ${status} ${statusText}`.trim();

// Alerts page
export const notificationAlerts = 'Notification Alerts';
export const termsOfService = 'Terms of Service for receiving Messages';
export const frequentlyAskedQuestions = 'Frequently Asked Questions';

// About
export const ourMission = 'Our Mission';
export const ourVision = 'Our Vision';
export const meetOurTeam = 'Meet our Team';

// Blog
export const noBlogAvailable = 'No Blog Available';

// Sponsors
export const companyName = 'Company Name';
export const website = 'Website';
export const phoneNumber = 'Phone Number';
export const advertiseWithUs = 'Advertise With Us';
export const becomeOurSponsor = 'Become Our Sponsor';
export const interestedInSponsoring = 'Interested in Sponsoring?';
export const websiteUrl = 'Website URL';
export const companyLogo = 'Company Logo';
export const message = 'Message';
export const submit = 'Submit';
export const sponsorRequestCreated = 'Your sponsor request has been created successfully!';
export const anErrorOccurred = 'An error occurred. Please try again later.';

// Contact
export const contactUsAnyTime = 'Contact Us Any Time';
export const fullName = 'Full Name';
export const feedback = 'Feedback';
export const submitFeedback = 'Submit Feedback';
export const contactRequestSend = 'Contact Request Send';
export const contactFailed = 'Failed to submit the form. Please try again later.';

// Footer
export const aboutUs = 'About Us';
export const services = 'Services';
export const sevenDaysForecastLink = '7-days Forecast';
export const liveStormCoverage = 'Live storm Coverage';
export const weatherSummary = 'Weather Summary';
export const importantLink = 'Important Link';
export const newsletter = 'Newsletter';
export const enterEmail = 'Please enter your email address.';
export const sponsers = 'Sponsers';
export const weatherBlogs = 'Weather Blogs';
export const privacyPolicy = 'Privacy Policy';
export const termsOfUse = 'Terms of Use';

// Sign-in
export const signInHeading = 'Sign In To Your Account';
export const emailAddress = 'Email Address';
export const password = 'Password';
export const signInFailed = 'Invalid email or password';
export const signInWithNewPassword = 'You were signed out on every device. Sign in with your new password.';

// Dashboard shell
export const changePassword = 'Change Password';
export const signOut = 'Sign Out';
export const signOutQuestion = 'Are you sure you want to sign out from this account?';
export const signOutConfirm = 'Yes, Sign Out';
export const signingOut = 'Signing Out...';
export const cancel = 'Cancel';
export const noToken = 'No authentication token found.';

// Snapshot moderation
export const name = 'Name';
export const email = 'Email';

// Forgotten and changed passwords
export const forgotPassword = 'Forgot Password';
export const getCode = 'Get Code';
export const enterConfirmationCode = 'Enter Confirmation Code';
export const confirmCode = 'Confirm Code';
export const oldPassword = 'Old Password';
export const newPassword = 'New Password';
export const changePasswordFailed = 'Failed to change password. Please check your credentials.';
