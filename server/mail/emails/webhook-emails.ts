/** Emails about events of an account and about where they are sent. */
import { webhookOverlapHours, webhookRetryDays } from '#contract/limits'
import { productName } from '#contract/product'
import { composeEmail, type Email, secretPlace } from '../email.ts'

export function webhookOffEmail({ publicUrl, url }: { publicUrl: string; url: string }): Email {
  return composeEmail({
    kind: 'webhook-off',
    subject: 'A webhook endpoint was switched off',
    paragraphs: [
      `No delivery to ${url} has succeeded for ${webhookRetryDays} days, so we switched this webhook endpoint of your ${productName} account off.`,
      'Fix the endpoint and switch it on again in the dashboard. There you can also see what it answered, and send again what failed.',
    ],
    link: webhooksOf(publicUrl),
  })
}

/** The host alone: the rest of a URL may be secret. */
export function webhookChangedEmail(
  change: keyof typeof changes,
  { publicUrl, url }: { publicUrl: string; url: string },
): Email {
  const { subject, said, undo } = changes[change]
  return composeEmail({
    kind: `webhook-${change}`,
    subject,
    paragraphs: [said(new URL(url).host)],
    link: webhooksOf(publicUrl),
    closing: [`If this wasn’t you, reset your password, then ${undo}.`],
  })
}

const changes = {
  added: {
    subject: 'A webhook endpoint was added',
    said: (host: string) => `From now on, events of your ${productName} account are sent to ${host}.`,
    undo: 'delete the endpoint',
  },
  moved: {
    subject: 'The URL of a webhook endpoint was changed',
    said: (host: string) => `A webhook endpoint of your ${productName} account has a new URL, at ${host}.`,
    undo: 'delete the endpoint',
  },
  rotated: {
    subject: 'The secret of a webhook endpoint was rotated',
    said: (host: string) =>
      `Deliveries to ${host} are signed with a new secret. For ${webhookOverlapHours} hours they are also signed with the old one, so update your program before then.`,
    undo: 'rotate the secret again',
  },
} as const

function webhooksOf(publicUrl: string) {
  return { label: 'Open your webhooks', url: `${publicUrl}/home?panel=webhooks` }
}

/** The secret is that of the link to unsubscribe. */
export function weeklyDigestEmail({
  publicUrl,
  counts,
}: {
  publicUrl: string
  counts: readonly { summary: string; count: number }[]
}): Email {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return composeEmail({
    kind: 'weekly-digest',
    subject: `Your week: ${total === 1 ? '1 event' : `${total.toLocaleString('en-US')} events`}`,
    paragraphs: [`This is what happened in your ${productName} account in the last week.`],
    facts: counts.map(({ summary, count }) => [summary, count.toLocaleString('en-US')]),
    link: { label: 'See the events', url: `${publicUrl}/home?panel=watch` },
    closing: ['We send this email once a week, and only if there were events.'],
    unsubscribeUrl: `${publicUrl}/unsubscribe/${secretPlace}`,
  })
}
