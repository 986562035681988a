import { describe, expect, it } from 'vitest'
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

const publicUrl = 'https://praxidex.example.org'
const from = { accountId: '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10', email: 'ada@example.org' }
const description = 'Dear team,\n<b>it</b> does not work.'

/** Each email with its subject, its link, and words that its reader needs. */
const emails: [email: Email, subject: string, link: string | undefined, words: RegExp][] = [
  [verifyAddress({ publicUrl }), 'Verify your email address', `/verify-email?token=${secretPlace}`, /24 hours/],
  [confirmNewAddress({ publicUrl }), 'Verify your new email address', `/verify-email?token=${secretPlace}`, /24 hours/],
  [addressChangeAsked({ publicUrl }), 'Your email address is about to change', '/forgot-password', /stops the change/],
  [addressChanged({ publicUrl, isOld: true }), 'Your email address was changed', '', /no longer opens it/],
  [addressChanged({ publicUrl, isOld: false }), 'Your email address was changed', '', /signed out everywhere/],
  [
    resetPasswordEmail({ publicUrl, isPortal: false }),
    'Reset your password',
    `/reset-password?token=${secretPlace}`,
    /once, for 30 minutes/,
  ],
  [
    resetPasswordEmail({ publicUrl, isPortal: true }),
    'Reset your password',
    `/portal-reset-password?token=${secretPlace}`,
    /once, for 30 minutes/,
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
    /API key was replaced too/,
  ],
  [accountDeleted({ isByOperator: false }), 'Your account was deleted', undefined, /somebody knows your password/],
  [accountDeleted({ isByOperator: true }), 'Your account was deleted', undefined, /deleted by us/],
  [keyMade({ publicUrl, name: 'Nightly' }), 'An API key was made', '/home', /another API key: Nightly/],
  [
    keyReplaced({ publicUrl, name: 'Default', overlapHours: 0 }),
    'Your API key was replaced',
    '/home',
    /no longer works/,
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
    /Make another one/,
  ],
  [
    keyReported({ publicUrl, name: 'Default', isDefault: true }),
    'Your API key has leaked and was revoked',
    '/home',
    /has a new one/,
  ],
  [
    supportRequest({ ...from, category: 'Bug Report', description }),
    'Praxidex support: Bug Report',
    undefined,
    /From: ada@example\.org\nAccount: 0197f0c4/,
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
    const written = supportRequest({ ...from, category: 'Other', description })
    expect(written).toMatchObject({ attachment: description, replyTo: from.email })
    expect(written.text + written.html).not.toContain('does not work')
  })
})
