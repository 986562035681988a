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

/** Codes that an answer lists of a specialty: common words mean fewer, `doctor` means hundreds. */
export const specialtyCodesMax = 25

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

/** How many recent requests of an account are kept, and the days of its statistics (specification, section 2). */
export const recentRequestsMax = 100
export const recentRequestsDays = 30
export const dailyStatsDays = 24

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

/** Minutes without use after which the session of an admin ends; the desk is left then. */
export const adminIdleMinutesMax = 30

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

/** How often an account may replace an address that is not verified: each time somebody else may get an email. */
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

export const noteLengthMax = 500

/** Years that an approval lasts unless the admin says otherwise, and at most. */
export const approvalYearsDefault = 2
export const approvalYearsMax = 5

/** Days before the end of an approval on which its owner is reminded, the last reminder first. */
export const reminderDays = [7, 30, 60]

export const callbackUrlLengthMax = 500

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

/** A number of bytes for people, in megabytes or kilobytes. */
export function sizeOf(bytes: number): string {
  const kilobytes = Math.floor(bytes / 1024)
  return kilobytes >= 1024 ? `${Math.floor(kilobytes / 1024)} MB` : `${kilobytes} KB`
}
