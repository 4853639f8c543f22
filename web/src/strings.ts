/**
 * Every text that the specification quotes, word for word, odd spellings included: a later correction is one line here.
 * Texts that are ours stay beside the markup that shows them.
 */
export const strings = {
  siteName: 'Arkansas Weather',

  // Navigation
  home: 'Home',
  weather: 'Weather',
  getAlerts: 'Get Alerts',
  about: 'About',
  contactUs: 'Contact Us',
  liveCam: 'Live Cam',
  ourShop: 'Our Shop',

  // Hero
  viewFullAlert: 'View Full Alert',
  learnMore: 'Learn more',
  noActiveAlerts: 'No Active Weather Alerts',
  alertStatusUnavailable: 'Alert status unavailable',
  alertPosition: (position: number, count: number) => `Alert ${position} of ${count}`,
  sampleData: 'Sample data',
  noReading: '--',

  // Home sections
  hourlyHeading: "Today's Hourly Weather Forecast",
  informationHeading: 'Get Updated About Arkansas Weather',
  realFeel: 'Real Feel',
  wind: 'Wind',
  visibility: 'Visibility',
  chancesOfRain: 'Chances of Rain',
  uvIndex: 'UV Index',
  humidity: 'Humidity',
  socialPostsFailed: 'Failed to load Facebook posts. Showing fallback content.',
  example: 'Example',
  sample: 'Sample',

  // Weather and forecast screens
  todaysHighlights: "Today's Highlights",
  sevenDaysForecast: '7 Days Weather Forecast',
  errorLoadingWeather: 'Error loading weather data',
  failedToFetchWeather: 'Failed to fetch weather data',
  sevenDayForecastHeading: '7-Day Weather Forecast',

  // Snapshots
  arkansasSnapshots: 'Arkansas Snapshots',
  submitting: 'Submitting...',
  snapshotCreated: 'Snapshot Created Successfully',
  somethingWentWrong: 'Something went wrong. Please try again later.',
  httpError: (status: number, statusText: string) => `Error: ${status} ${statusText}`.trim(),

  // Alerts page
  notificationAlerts: 'Notification Alerts',
  termsOfService: 'Terms of Service for receiving Messages',
  frequentlyAskedQuestions: 'Frequently Asked Questions',

  // About
  ourMission: 'Our Mission',
  ourVision: 'Our Vision',
  meetOurTeam: 'Meet our Team',

  // Blog
  homeBlogPost: 'Home Blog Post',
  noBlogAvailable: 'No Blog Available',

  // Sponsors
  companyName: 'Company Name',
  website: 'Website',
  phoneNumber: 'Phone Number',
  advertiseWithUs: 'Advertise With Us',
  becomeOurSponsor: 'Become Our Sponsor',
  interestedInSponsoring: 'Interested in Sponsoring?',
  websiteUrl: 'Website URL',
  companyLogo: 'Company Logo',
  message: 'Message',
  submit: 'Submit',
  sponsorRequestCreated: 'Your sponsor request has been created successfully!',
  anErrorOccurred: 'An error occurred. Please try again later.',

  // Contact
  contactUsAnyTime: 'Contact Us Any Time',
  fullName: 'Full Name',
  feedback: 'Feedback',
  submitFeedback: 'Submit Feedback',
  contactRequestSend: 'Contact Request Send',
  contactFailed: 'Failed to submit the form. Please try again later.',

  // Footer
  aboutUs: 'About Us',
  services: 'Services',
  sevenDaysForecastLink: '7-days Forecast',
  liveStormCoverage: 'Live storm Coverage',
  weatherSummary: 'Weather Summary',
  importantLink: 'Important Link',
  newsletter: 'Newsletter',
  enterEmail: 'Please enter your email address.',
  enterValidEmail: 'Please enter a valid email address.',
  sponsers: 'Sponsers',
  weatherBlogs: 'Weather Blogs',
  privacyPolicy: 'Privacy Policy',
  termsOfUse: 'Terms of Use',

  // Sign-in
  signInHeading: 'Sign In To Your Account',
  emailAddress: 'Email Address',
  password: 'Password',
  emailRequired: 'Email is required',
  emailInvalid: 'Invalid email format',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password must be at least 6 characters',
  signInFailed: 'Invalid email or password',

  // Dashboard shell
  sidebarHeader: 'Header',
  sidebarLogo: 'Logo',
  sidebarSponsors: 'Sponsors',
  sidebarSnapshots: 'Snapshots',
  sidebarBlogPost: 'Blog Post',
  sidebarOurTeam: 'Our Team',
  sidebarFaqs: "FAQ's",
  sidebarModerators: 'Manage Moderate Team',
  settings: 'Settings',
  changePassword: 'Change Password',
  signOut: 'Sign Out',
  signOutQuestion: 'Are you sure you want to sign out from this account?',
  signOutConfirm: 'Yes, Sign Out',
  signingOut: 'Signing Out...',
  cancel: 'Cancel',
  noToken: 'No authentication token found.',

  // Snapshot moderation
  approvedRequests: 'Approved Requests',
  pendingRequests: 'Pending Requests',
  name: 'Name',
  email: 'Email',
  firstName: 'First Name',
  lastName: 'Last Name',
  location: 'Location',
  comment: 'Comment',
  approve: 'Approve',
  reject: 'Reject',
  delete: 'Delete',
  approveConfirm: 'Yes, Approve',
  rejectConfirm: 'Yes, Reject',
  deleteConfirm: 'Yes, Delete',
  approveQuestion: 'Approve Request?',
  rejectQuestion: 'Reject Request?',
  deleteQuestion: 'Delete Request?',
  processing: 'Processing...',
  noApprovedSnapshots: 'There are no approved snapshots',
  noPendingSnapshots: 'All sponsor requests have been processed. There are no pending requests at the moment.',
  fetchSnapshotsFailed: 'Failed to fetch snapshots. Please try again.',
  approveSnapshotFailed: 'Failed to approve snapshot. Please try again.',
  rejectSnapshotFailed: 'Failed to reject snapshot. Please try again.',
  deleteSnapshotFailed: 'Failed to delete snapshot. Please try again.',
} as const;
