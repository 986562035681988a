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
    subject: 'An API key was made',
    paragraphs: [`Your ${productName} account has another API key: ${name}.`],
    link: dashboardOf(publicUrl),
    closing: ['If this was not you, reset your password, then revoke the key.'],
  })
}

export function keyReplaced({ publicUrl, name, overlapHours }: KeyWords & { overlapHours: number }): Email {
  const before =
    overlapHours === 0
      ? 'The one before no longer works'
      : `The one before works for another ${overlapHours === 1 ? 'hour' : `${overlapHours} hours`}`
  return composeEmail({
    kind: 'key-replaced',
    subject: 'Your API key was replaced',
    paragraphs: [
      `Your ${productName} account has a new API key: ${name}. ${before}: put the new one wherever your programs keep it.`,
    ],
    link: dashboardOf(publicUrl),
    closing: ['If this was not you, reset your password, then replace the key once more.'],
  })
}

export function keyReported({ publicUrl, name, isDefault }: KeyWords & { isDefault: boolean }): Email {
  const next = isDefault
    ? 'The dashboard has a new one: put it wherever your programs keep it.'
    : 'Make another one in the dashboard, and put it wherever your programs keep it.'
  return composeEmail({
    kind: 'key-reported',
    subject: 'Your API key has leaked and was revoked',
    paragraphs: [
      `Someone has found the API key ${name} of your ${productName} account and reported it, so it no longer works. ${next}`,
      'Look for the place where it could be read, such as a public repository, and at the recent requests in the dashboard.',
    ],
    link: dashboardOf(publicUrl),
  })
}

function dashboardOf(publicUrl: string) {
  return { label: 'Open the dashboard', url: `${publicUrl}/home` }
}
