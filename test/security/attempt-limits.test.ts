/** How often things may be tried, in numbers; that each rule is kept is tried where its call is. */
import { expect, test } from 'vitest'
import { attemptRules } from '#server/accounts/attempt-rules'
import { linkUses } from '#server/accounts/link-uses'
import { verificationLetters } from '#server/accounts/verification-letters'
import { checkoutRule } from '#server/billing/checkout'
import type { LimitRule } from '#server/parts/limiter'
import { loadSettings } from '#server/settings'
import { salesRule } from '#server/support/contact-sales'
import { supportRule } from '#server/support/request-support'
import { screenRules } from '#server/usage/account-plan'
import { lookUpRule } from '#server/verifications/look-up-npi'
import { uploadRule } from '#server/verifications/submit-verification'

const { signIns, signUps, resets, resetsOfAddress } = attemptRules(loadSettings({}).attempts)

const [minute, hour, day] = [60, 3_600, 86_400]

test.each<[what: string, rule: LimitRule, limit: number, windowSeconds: number]>([
  ['sign-ins from one network', signIns, 60, minute],
  ['sign-ups from one network', signUps, 20, hour],
  ['links asked for from one network', resets, 20, hour],
  ['links sent to one address', resetsOfAddress, 3, hour],
  ['links tried from one network', linkUses, 300, minute],
  ['letters to verify an address, of one account', verificationLetters, 5, hour],
  ['changes of plan begun by one account', checkoutRule, 30, hour],
  ['NPIs looked up by one account', lookUpRule, 60, hour],
])('B3: %s have a limit and a time', (_, rule, limit, windowSeconds) => {
  expect(rule).toMatchObject({ limit, windowSeconds })
})

test.each<[what: string, rule: LimitRule, limit: number, windowSeconds: number]>([
  ['requests to support', supportRule, 5, hour],
  ['requests to sales', salesRule, 1, day],
])('D5: %s of one account have a limit and a time', (_, rule, limit, windowSeconds) => {
  expect(rule).toMatchObject({ limit, windowSeconds })
})

test('C1: an account sends 20 images in an hour', () => {
  expect(uploadRule).toMatchObject({ limit: 20, windowSeconds: hour })
})

test('the screens of one account may ask 300 times in a minute', () => {
  expect(screenRules).toMatchObject([{ limit: 300, windowSeconds: minute }])
})

test('no two rules have the same name, by which the limiter tells them apart', () => {
  const rules = [signIns, signUps, resets, resetsOfAddress, linkUses, verificationLetters, checkoutRule, lookUpRule]
  const names = [...rules, supportRule, salesRule, uploadRule, ...screenRules].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
