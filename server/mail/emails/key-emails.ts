import { productName } from '#contract/product'
import { composeEmail, type Email } from '../email.ts'

interface KeyWords {
  publicUrl: string
  /** Of the key, as its owner named it. */
  name: string
}

export function keyMade({ publicUrl, name }: KeyWords): Email {
  return composeEmail({
    kind: 'key-made',
    subject: 'An API key was created',
    paragraphs: [`A new API key was created in your ${productName} account: “${name}”.`],
    link: dashboardOf(publicUrl),
    closing: ['If this wasn’t you, reset your password, then revoke the key.'],
  })
}

export function keyReplaced({ publicUrl, name, overlapHours }: KeyWords & { overlapHours: number }): Email {
  const before =
    overlapHours === 0
      ? 'The old key no longer works'
      : `The old key works for another ${overlapHours === 1 ? 'hour' : `${overlapHours} hours`}`
  return composeEmail({
    kind: 'key-replaced',
    subject: 'Your API key was replaced',
    paragraphs: [
      `The API key “${name}” of your ${productName} account was replaced. ${before}, so update your apps to use the new one.`,
    ],
    link: dashboardOf(publicUrl),
    closing: ['If this wasn’t you, reset your password, then replace the key again.'],
  })
}

export function keyReported({ publicUrl, name, isDefault }: KeyWords & { isDefault: boolean }): Email {
  const next = isDefault
    ? 'You’ll find a new key in the dashboard. Update your apps to use it.'
    : 'Create another key in the dashboard, and update your apps to use it.'
  return composeEmail({
    kind: 'key-reported',
    subject: 'Your API key has leaked and was revoked',
    paragraphs: [
      `Someone found the API key “${name}” of your ${productName} account and reported it to us, so we revoked it. ${next}`,
      'Check where the key was exposed, such as a public repository, and look through your recent requests in the dashboard.',
    ],
    link: dashboardOf(publicUrl),
  })
}

function dashboardOf(publicUrl: string) {
  return { label: 'Open the dashboard', url: `${publicUrl}/home` }
}
