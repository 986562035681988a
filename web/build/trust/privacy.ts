/** The page on personal data: what is kept, why and for how long. Its figures are those by which the server deletes. */
import {
  auditYears,
  eventDays,
  exportKeptHours,
  imageDaysDefault,
  recentRequestsDays,
  recentRequestsMax,
  sessionDays,
  sessionIdleDays,
  shareKeptDays,
  signInYears,
  supportRequestYears,
  usageMonths,
  webhookDeliveriesDays,
} from '#contract/limits'
import type { TextBlock } from '../../pages/documentation/documentation.ts'
import { textBlocksOf } from '../documentation/blocks.ts'
import { dedented } from '../documentation/dedented.ts'

export function privacy(): TextBlock[] {
  return textBlocksOf(
    dedented(`
    There is no advertising here, no analytics and no tracking. We don’t set cookies, and our pages load no scripts, fonts or styles from other sites.

    ## Your account

    | What we keep | For how long |
    |---|---|
    | Email address, phone number, password (as an Argon2id hash), second factors, API keys (encrypted), plan | Until you delete your account |
    | Sessions: when you signed in, and with which browser and system, such as Firefox on Windows | ${sessionIdleDays} days after you last used one, ${sessionDays} days at most |
    | Browsers you signed in with, and failed sign-ins, both as hashes | Until ${years(signInYears)} after the last time |
    | Your last ${recentRequestsMax.toLocaleString('en-US')} API requests: path, query, status, size and time | ${recentRequestsDays} days |
    | Sums of your calls | ${usageMonths} months |
    | Rosters, and webhook addresses | Until you delete them |
    | Events, and deliveries of webhooks | ${eventDays} days, and ${webhookDeliveriesDays} days |
    | Support requests: number, category and when; not their text | ${years(supportRequestYears)} |
    | Exports | ${exportKeptHours} hours |

    ## Credentials you submit

    We keep the NPI, the credential, the results of our checks and the decision until you delete your account. Reviewers see them with your email address.

    Of the image we keep the pixels only, without what a camera adds, such as the place. It is encrypted with a key of its own. You and our reviewers can open it, and each time is recorded. Its text is read on our own servers. Unless the operator of this server chose otherwise, it is deleted ${imageDaysDefault.approved} days after an approval and ${imageDaysDefault.rejected} days after a rejection or withdrawal. An image that is needed to settle a dispute is kept until then.

    If you share a credential, we record when your link was opened, with which browser, and the first part of the network address, so that you can see it. We delete this ${shareKeptDays} days after the link ends.

    ## Logs

    The audit log records sign-ins, changes to accounts, views of images, and decisions for ${years(auditYears)}. It has a random account ID, and no names, email addresses, phone numbers or NPIs.

    Server logs have the kind of each request and the account ID, and neither your IP address nor what you searched for. We use IP addresses to stop floods and password guessing, and keep them only as keyed hashes.

    ## In your browser

    Your browser stores your session, a random value that tells us it has signed in before, and your choices of theme and sample language. You can clear them any time; you are then signed out.

    On the [blog](/blog), cover images load from the sites that published them, which then see your IP address.

    ## Who else gets your data

    - The mail server that delivers our emails to you. Support requests reach the operator by email.
    - Stripe, if you pay for a plan with it: your email address. You enter your card on Stripe’s page, and we never see the number.
    - Those you choose: readers of the credentials you share, and the webhook addresses you enter.

    ## Provider data

    Names, addresses, licenses and specialties of providers come from public records; [Data terms](/terms/data) lists them. A provider can correct an entry at [nppes.cms.hhs.gov](https://nppes.cms.hhs.gov), and we show the change once CMS publishes it.

    ## Deleting your account

    You can change your email address and phone number, end sessions, and delete your account in your [profile](/home?panel=profile), or in [My Verifications](/myPortal). Deleting removes everything above at once, except the audit log, which names no one. Backups made before that have it until they are deleted. While an image is kept for a dispute, its account can’t be deleted.

    ## Questions

    Write to [support](/home?panel=support) from your account. To report a weakness in our security, see [security.txt](/.well-known/security.txt).
    `),
  )
}

function years(count: number): string {
  return count === 1 ? 'a year' : `${count} years`
}
