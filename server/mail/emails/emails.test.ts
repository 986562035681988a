import { describe, expect, it } from 'vitest'
import { endOfDay } from '#contract/days'
import { rejectionReasons } from '#contract/verification-words'
import { type Email, secretPlace } from '../email.ts'
import {
  accountDeleted,
  addressChangeAsked,
  addressChanged,
  confirmNewAddress,
  passwordChanged,
  resetPasswordEmail,
  verifyAddress,
} from './account-emails.ts'
import { keyMade, keyReplaced, keyReported } from './key-emails.ts'
import { salesRequest, supportRequest } from './operator-emails.ts'
import { verificationDecidedEmail, verificationExpiringEmail, verificationReviewEmail } from './verification-emails.ts'
import { webhookChangedEmail } from './webhook-emails.ts'

const publicUrl = 'https://praxidex.example.org'
const from = { accountId: '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10', email: 'ada@example.org' }
const hook = 'https://hooks.example.org/secret-path'
const description = 'Dear team,\n<b>it</b> does not work.'

/** Each email with its subject, its link, and words that its reader needs. */
const emails: [email: Email, subject: string, link: string | undefined, words: RegExp][] = [
  [verifyAddress({ publicUrl }), 'Verify your email address', `/verify-email?token=${secretPlace}`, /24 hours/],
  [confirmNewAddress({ publicUrl }), 'Verify your new email address', `/verify-email?token=${secretPlace}`, /24 hours/],
  [addressChangeAsked({ publicUrl }), 'Your email address is about to change', '/forgot-password', /stops the change/],
  [addressChanged({ publicUrl, isOld: true }), 'Your email address was changed', '', /no longer sign in with this one/],
  [addressChanged({ publicUrl, isOld: false }), 'Your email address was changed', '', /signed you out everywhere/],
  [
    resetPasswordEmail({ publicUrl, isPortal: false }),
    'Reset your password',
    `/reset-password?token=${secretPlace}`,
    /once and expires in 30 minutes/,
  ],
  [
    resetPasswordEmail({ publicUrl, isPortal: true }),
    'Reset your password',
    `/portal-reset-password?token=${secretPlace}`,
    /once and expires in 30 minutes/,
  ],
  [
    passwordChanged({ publicUrl, isKeyReplaced: false, wasOwned: true }),
    'Your password was changed',
    '/forgot-password',
    /API key still works/,
  ],
  [
    passwordChanged({ publicUrl, isKeyReplaced: true, wasOwned: true }),
    'Your password was changed',
    '/forgot-password',
    /replaced your API key too/,
  ],
  [accountDeleted({ isByOperator: false }), 'Your account was deleted', undefined, /someone knows your password/],
  [accountDeleted({ isByOperator: true }), 'Your account was deleted', undefined, /We deleted the Praxidex account/],
  [
    keyMade({ publicUrl, name: 'Nightly' }),
    'An API key was created',
    '/home',
    /created in your Praxidex account: “Nightly”\./,
  ],
  [
    keyReplaced({ publicUrl, name: 'Default', overlapHours: 0 }),
    'Your API key was replaced',
    '/home',
    /API key “Default” of your Praxidex account was replaced\. The old key no longer works/,
  ],
  [
    keyReplaced({ publicUrl, name: 'Default', overlapHours: 24 }),
    'Your API key was replaced',
    '/home',
    /for another 24 hours/,
  ],
  [
    keyReported({ publicUrl, name: 'Nightly', isDefault: false }),
    'Your API key has leaked and was revoked',
    '/home',
    /API key “Nightly” of your .* Create another key/,
  ],
  [
    keyReported({ publicUrl, name: 'Default', isDefault: true }),
    'Your API key has leaked and was revoked',
    '/home',
    /find a new key in the dashboard/,
  ],
  [
    webhookChangedEmail('added', { publicUrl, url: hook }),
    'A webhook endpoint was added',
    '/home?panel=webhooks',
    /are sent to hooks\.example\.org\./,
  ],
  [
    webhookChangedEmail('moved', { publicUrl, url: hook }),
    'The URL of a webhook endpoint was changed',
    '/home?panel=webhooks',
    /has a new URL, at hooks\.example\.org\./,
  ],
  [
    webhookChangedEmail('rotated', { publicUrl, url: hook }),
    'The secret of a webhook endpoint was rotated',
    '/home?panel=webhooks',
    /For 24 hours they are also signed with the old one/,
  ],
  [
    supportRequest({ ...from, number: '48213907', category: 'Bug Report', description }),
    'Praxidex support 48213907: Bug Report',
    undefined,
    /Request: 48213907\nCategory: Bug Report\nFrom: ada@example\.org\nAccount: 0197f0c4/,
  ],
  [salesRequest({ ...from, plan: 'Enterprise' }), 'Praxidex sales: Enterprise', undefined, /Plan: Enterprise/],
]

describe.each(emails)('the email $kind', (written, subject, link, words) => {
  it('says in its subject what it is about', () => {
    expect(written.subject).toBe(subject)
  })

  it('says what to know and do, in plain text and in HTML', () => {
    expect(written.text).toMatch(words)
    const links = [...written.text.matchAll(/https?:\/\/\S+/g)].map(([found]) => found)
    expect(links).toEqual(link === undefined ? [] : [publicUrl + link])
    if (link !== undefined) expect(written.html).toContain(`<a href="${publicUrl}${link}"`)
  })

  it('leaves no member of its words unfilled', () => {
    expect(`${written.text}${written.html}`).not.toMatch(/undefined|null|\[object|NaN/)
  })
})

describe('a request to the operator', () => {
  it('D5: carries what was written as a file, and is answered to the account', () => {
    const written = supportRequest({ ...from, number: '48213907', category: 'Other', description })
    expect(written).toMatchObject({ attachment: description, replyTo: from.email })
    expect(written.text + written.html).not.toContain('does not work')
  })
})

describe('an email about a verification', () => {
  const about = { publicUrl, npi: '1679576722', credential: 'MD' }

  it('greets the clinician by the name in the registry, and says until when an approval lasts', () => {
    const { subject, text } = verificationDecidedEmail({
      ...about,
      name: 'Ada N Example',
      status: 'approved',
      reason: null,
      note: null,
      expiresAt: endOfDay('2028-11-28'),
    })
    expect(subject).toBe('Your credential is verified')
    expect(text).toMatch(/^Hi Ada N Example,\n\nGood news: your MD credential for NPI 1679576722 is verified\./)
    expect(text).toContain('Valid until: November 28, 2028')
    expect(text).toContain(`Open My Verifications:\n${publicUrl}/myPortal`)
  })

  it.each(rejectionReasons)('says what to do next where the reason is $value', ({ value }) => {
    const decided = { ...about, name: null, status: 'rejected' as const, note: null, expiresAt: null }
    const { text } = verificationDecidedEmail({ ...decided, reason: value })
    expect(text).toMatch(/^Hi,\n/)
    expect(text).toContain(`Reason: ${value}`)
    const [, afterLink = ''] = text.split('/myPortal')
    expect(afterLink.trim().split('\n\n')).toHaveLength(3)
  })

  it('names the list that says something else, with days as people write them', () => {
    const check = {
      code: 'exclusion.oig' as const,
      result: 'failed' as const,
      sentence: 'The name is on the list, excluded since 2026-01-05.',
      source: { name: 'OIG List of Excluded Individuals/Entities', date: '2026-11-10' },
    }
    const { text } = verificationReviewEmail({ ...about, name: null, checks: [check] })
    expect(text).toContain(
      'excluded since January 5, 2026. (OIG List of Excluded Individuals/Entities, November 10, 2026)',
    )
  })

  it('reminds before the end of what to do', () => {
    const expiring = { ...about, name: 'Ada N Example', expiresAt: endOfDay('2028-11-28') }
    const { subject, text } = verificationExpiringEmail({ ...expiring, now: new Date('2028-10-29T23:59:59.999Z') })
    expect(subject).toBe('Your MD verification expires in 30 days')
    const onLastDay = verificationExpiringEmail({ ...expiring, now: new Date('2028-11-29T11:00:00.000Z') })
    expect(onLastDay.subject).toBe('Your MD verification expires today')
    expect(text).toContain('expires on November 28, 2028.\n\nSubmit your renewed document to avoid a lapse.')
  })
})
