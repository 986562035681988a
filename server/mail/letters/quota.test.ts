import { expect, it } from 'vitest'
import { quota80 } from './quota-80.ts'
import { quota100 } from './quota-100.ts'

const use = {
  calls: 800,
  limit: 1000,
  nextPeriodMs: Date.parse('2026-12-20T10:00:00Z'),
  dashboardUrl: 'https://praxidex.example/home?panel=payment',
}

it('the letter about most of the quota says how much is used, what comes then and when it begins anew', () => {
  const { subject, text, html } = quota80(use)
  expect(subject).toBe('800 of your 1,000 Praxidex calls are used')
  expect(text).toContain('Your account has used 800 of the 1,000 calls of this billing period.')
  for (const body of [text, html]) {
    expect(body).toContain('answered with status 429')
    expect(body).toContain('Sun, 20 Dec 2026 10:00:00 GMT')
    expect(body).toContain(use.dashboardUrl)
  }
})

it('the letter about all of the quota says that calls are refused, until when, and what helps', () => {
  const { subject, text, html } = quota100(use)
  expect(subject).toBe('All your 1,000 Praxidex calls are used')
  for (const body of [text, html]) {
    expect(body).toContain('Your account has used all 1,000 calls of this billing period.')
    expect(body).toContain('quota_exceeded')
    expect(body).toContain('Sun, 20 Dec 2026 10:00:00 GMT')
    expect(body).toContain(use.dashboardUrl)
  }
})
