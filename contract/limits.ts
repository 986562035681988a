/** The limits of the API: each number has its home here and its reason beside it. */

/** Search radius in miles (specification, section 9). */
export const radiusMilesMax = 25
export const radiusMilesDefault = 10

/** Page size of searches (specification, section 9). */
export const pageSizeMax = 25
export const pageSizeDefault = 10

/** How deep paging may go: page times limit. Deeper reading is a bulk export, which a search is not. */
export const pagingDepthMax = 10_000

/** CMS rates hospitals with one star up to this many. */
export const starsMax = 5

export const npisMax = 100

/** NPIs in one batch, and bytes of its answer, which is in memory: a record may have a thousand locations. */
export const batchNpisMax = 1_000
export const batchAnswerBytesMax = 32 * 1024 * 1024

/** Items of a batch, and rows of an export, that count as one call when begun. */
export const itemsPerCall = 100

/** Exports of an account: how many are made at a time and are there in all, hours each is kept and its link works. */
export const exportsUnderWayMax = 2
export const exportsMax = 20
export const exportKeptHours = 24
export const exportLinkHours = 1

/** A download of an export that takes less in a minute gives way to others when all room is taken. */
export const slowDownloadBytesPerMinute = 10 * 1024 * 1024

/** A list to check in the browser: bytes of a file, NPIs, and names, each of which is a search of its own. */
export const listBytesMax = 2 * 1024 * 1024
export const listedNpisMax = 10_000
export const listedNamesMax = 100

/** Codes that an answer lists of a specialty: common words mean fewer, `doctor` means hundreds. */
export const specialtyCodesMax = 25

/** Bytes from which answers are compressed: shorter ones would save no packet. */
export const compressedBytesMin = 1024

/** For how long a client may keep an answer of the registry, which changes once a week. */
export const answerFreshSeconds = 300

/** Suggestions in an answer. */
export const suggestionsMax = 8

/** FHIR: page size, resources of a bundle, parameters of a search, texts that one of them compares. */
export const fhirPageSizeDefault = 20
export const fhirPageSizeMax = 100
export const fhirEntriesMax = 1_000
export const fhirParametersMax = 50
export const fhirTextsMax = 20

/** FHIR: providers whose records one search reads, and for how long it may (20 µs each). */
export const fhirCandidatesMax = 5_000
export const fhirSearchMsMax = 5_000

/** FHIR: providers in one part of an export. */
export const fhirExportPartSize = 100_000

/** The explorer, which takes no key: searches, counts and pages of providers each of one network, and suggestions. */
export const exploreSearchesPerMinute = 30
export const exploreSuggestionsPerSearch = 10
export const explorePageSize = 20
export const exploreHitsMax = 100

/** Changes on the page of a provider, the newest ones. */
export const historyShownMax = 20

/** Characters in a free-text parameter: longer than any real address or name in the registry. */
export const textLengthMax = 200

/** Bytes in the body of every call that carries no image. */
export const bodyBytesMax = 64 * 1024

/** Characters of a request to support, which becomes an email. */
export const supportTextMax = 5_000

/** Quotation marks, commas and opening brackets in a body: the work of parsing it. Support's text may be all marks. */
export const jsonMarksMax = 2 * supportTextMax

/** The request before its body: bytes and lines of headers, bytes of the path. Our calls stay far below. */
export const headerBytesMax = 16 * 1024
export const headersMax = 100
export const pathBytesMax = 2 * 1024

/** Unanswered requests of one connection at which no more is read of it, and past which it is closed. */
export const requestsAheadMax = 16
export const requestsPipelinedMax = 100

/** Requests that are kept of an account, for this many days; above this many a second in one process, the last ones. */
export const recentRequestsMax = 10_000
export const recentRequestsDays = 30
export const recentRequestsPerSecondMax = 200
export const recentRequestsPageMax = 100
export const recentRequestsPageDefault = 20

/** Months for which sums of calls are kept: two years and the current one. */
export const usageMonths = 25

/** Days of an account's statistics before today (specification, section 2). */
export const dailyStatsDays = 24

/** A file of usage: a year of days, and rows that a spreadsheet still opens. */
export const usageFileDaysMax = 366
export const usageFileRowsMax = 50_000

/** Requests a minute of one account's portal and admin desk together, which use none of its quota. */
export const screenRequestsPerMinute = 300

/** Passwords (NIST SP 800-63B-4): length in code points after NFKC. */
export const passwordLengthMin = 8
export const passwordLengthMax = 256

/** An email address has at most 254 characters (RFC 5321, path limit of 256 with the angle brackets). */
export const emailLengthMax = 254
/** Parts of an email address, before the @ and between dots behind it, and their number (RFC 5321; RFC 1035). */
export const emailNameLengthMax = 64
export const domainLabelLengthMax = 63
export const domainLabelsMax = 10

/** Days after which a session ends: without use, and at the latest (NIST SP 800-63B: 30 at assurance level 1). */
export const sessionIdleDays = 7
export const sessionDays = 30

/** Minutes without use after which the session of an admin ends; the desk is left then. */
export const adminIdleMinutesMax = 30

/** Years for which browsers that signed in and failed sign-ins are remembered, as hashes, after the last time. */
export const signInYears = 1

/** Years for which the audit log is kept (HIPAA: 45 CFR 164.316(b)(2)). */
export const auditYears = 6

/** Recovery codes of an account with a second factor, passkeys that it may have, and characters of a passkey's name. */
export const recoveryCodesCount = 10
export const passkeysMax = 10
export const passkeyNameLengthMax = 60

/** Wrong codes and passkeys of one account in 15 minutes, after which none is looked at. */
export const secondFactorFailuresMax = 10

/** API keys of an account: how many work at a time, characters of a name, networks of one, and hours of an overlap. */
export const apiKeysMax = 20
export const apiKeyNameLengthMax = 60
export const apiKeyNetworksMax = 20
export const keyOverlapHoursMax = 168

/** Keys that an account may make or rotate in an hour; and keys reported from one network in a minute. */
export const apiKeysMadePerHour = 60
export const keyReportsPerMinute = 60

/** Emails an account may cause: to support an hour, to sales a day, to verify an address an hour. */
export const supportRequestsPerHour = 5
export const salesRequestsPerDay = 1
export const verificationEmailsPerHour = 5

/** Years for which a request to support is listed: its number, category and times. */
export const supportRequestYears = 2

/** Attachments an account may send to support in a day; requests listed for it. */
export const supportAttachmentsPerDay = 10
export const supportRequestsListed = 50

/** Bytes of an attachment, as sent and as emailed: 37 % more in an email, of which relays often take 10 MB. */
export const attachmentBytesMax = 7 * 1024 * 1024

/** Invoices listed for an account, and how often it may ask for them in an hour: each time the provider is asked. */
export const invoicesListed = 24
export const invoiceReadsPerHour = 120

/** How often an account may replace an address that is not verified: each time someone else may get an email. */
export const unprovenChangesPerDay = 3

/**
 * A credential's image: bytes before base64, pixels, side lengths. Scanners and cameras stay within; less is
 * unreadable.
 */
export const imageBytesMax = 10 * 1024 * 1024
export const imagePixelsMax = 50_000_000
export const imageSideMax = 12_000
export const imageSideMin = 200

export const imagesStoredMax = 20

/** Days that an image is kept after the decision, unless the operator sets others (server/settings.ts). */
export const imageDaysDefault = { approved: 90, rejected: 30 }

/** Changes of plan that an account may begin in an hour: each asks the payment provider several things. */
export const checkoutsPerHourMax = 30

/** Bytes of an event about payments; Stripe's own are some thousands. */
export const paymentEventBytesMax = 1024 * 1024

/** Bytes of such events that are under way at a time at one process: from one network, and in all. */
export const paymentEventBytesOfNetworkMax = 4 * paymentEventBytesMax
export const paymentEventBytesOfAllMax = 8 * paymentEventBytesMax

/** Bytes in the body of a call that carries an image: base64 takes a third more, and the rest of the call is small. */
export const imageBodyBytesMax = 14 * 1024 * 1024

/** Bytes of such bodies in progress: three of the largest per account, six per process (under 300 MB with decoding). */
export const uploadBytesOfAccountMax = 3 * imageBodyBytesMax
export const uploadBytesOfAllMax = 6 * imageBodyBytesMax

/** Bodies larger than those without an image, per account and minute: each is read before it is judged. */
export const largeBodiesPerMinuteMax = 60

export const imagesPerHourMax = 20

/** Page size of verifications (specification, section 9). */
export const verificationPageSizeMax = 50
export const verificationPageSizeDefault = 10

/** The oldest age, in days, that a list of verifications can be filtered by. */
export const verificationAgeDaysMax = 365

/** Minutes for which an admin's claim of a verification is shown to the others. */
export const claimMinutes = 15

export const noteLengthMax = 500

/** Test mode: seconds until a verification decides itself, and days that it is kept. */
export const testDecisionSeconds = 2
export const testVerificationsDays = 30

/** Years that an approval lasts unless the admin says otherwise, and at most. */
export const approvalYearsDefault = 2
export const approvalYearsMax = 5

/** Days before the end of an approval on which its owner is reminded, the last reminder first. */
export const reminderDays = [7, 30, 60]

export const callbackUrlLengthMax = 500

/** Webhook endpoints of an account, characters of a description; an hour's tests and resends, and its changes. */
export const webhooksMax = 10
export const webhookDescriptionLengthMax = 120
export const webhookSendsPerHour = 120
export const webhookChangesPerHour = 60

/** A delivery: seconds it may take, bytes of its answer that are read and shown, days that it is tried and kept. */
export const webhookSecondsMax = 10
export const webhookAnswerBytesMax = 1024 * 1024
export const webhookAnswerShownBytes = 1024
export const webhookRetryDays = 3
export const webhookDeliveriesDays = 30
export const webhookDeliveriesPage = 20

/** Deliveries that a server process makes at a time to an endpoint, and for an account. */
export const webhookDeliveriesAtOnce = 4
export const accountDeliveriesAtOnce = 16

/** Hours for which deliveries are also signed with the secret before a rotation. */
export const webhookOverlapHours = 24

/** Minutes that a share of verified credentials lasts: 15 minutes to 30 days, 7 days unless given. */
export const shareMinutesMin = 15
export const shareMinutesMax = 30 * 24 * 60
export const shareMinutesDefault = 7 * 24 * 60

/** Shares of one account: active ones, those it may make in a day, and verifications in one. */
export const sharesActiveMax = 20
export const sharesPerDayMax = 100
export const shareVerificationsMax = 10

/** Shares that are listed: the active ones and the last of the others. */
export const sharesListedMax = 100

/** Openings that a share may be limited to, and the last openings of a share that are listed. */
export const shareViewsMax = 100
export const shareViewsListedMax = 100

/** Characters of a share's passcode; wrong ones in its life, after which it is locked. */
export const passcodeLengthMin = 6
export const passcodeLengthMax = 64
export const passcodeFailuresMax = 5

/** Characters that name the recipient of a share; and of the label of a SMART Health Link (its guide). */
export const shareRecipientLengthMax = 120
export const shareLabelLengthMax = 80

/** Entries of a status list, and seconds for which a reader may keep it (Token Status List, section 13). */
export const statusListEntries = 131_072
export const statusListSeconds = 300

/** Rows of primary sources in an answer, and links of a clinician to facilities: more than anyone has. */
export const sourceRowsMax = 50
export const affiliationsMax = 100

/** Characters of a license number: the longest that a board writes has some twenty. */
export const licenseNumberLengthMax = 40

/** Days after its end for which a share stays in its owner's list. */
export const shareKeptDays = 90

/** NPIs that one account may look up in an hour while it fills in requests. */
export const npiLookUpsPerHourMax = 60

/** The blog (specification, section 9): characters of a description, words read a minute, tags on a card. */
export const blogDescriptionLengthMax = 150
export const blogWordsPerMinute = 200
export const blogCategoriesShownMax = 2

/** Posts taken from the feed, and the limits of a post's text, title, category and categories. */
export const blogPostsMax = 30
export const blogContentLengthMax = 2_000
export const blogTitleLengthMax = 200
export const blogCategoryLengthMax = 40
export const blogCategoriesMax = 10

/** Rosters of an account (members in all are in plans.ts), and characters of their names and of members' references. */
export const rostersMax = 10
export const rosterNameLengthMax = 60
export const rosterReferenceLengthMax = 100

/** Members that one call adds or removes: in JSON, whose parsing costs more, and by the rows of a CSV file. */
export const memberChangesMax = 1_000
export const memberRowsMax = 5_000

export const memberPageMax = 1_000
export const memberPageDefault = 100
export const eventPageMax = 500
export const eventPageDefault = 100

/** Days for which events are kept. */
export const eventDays = 90

/** Days between the announcement that an endpoint ends and its end, at least. */
export const deprecationDaysMin = 180

/** Days of which `GET /status.json` has the minutes, the present one among them. */
export const statusDays = 90

/** A number of bytes for people, in megabytes or kilobytes. */
export function sizeOf(bytes: number): string {
  const kilobytes = Math.floor(bytes / 1024)
  return kilobytes >= 1024 ? `${Math.floor(kilobytes / 1024)} MB` : `${kilobytes} KB`
}
