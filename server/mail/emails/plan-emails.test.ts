import { describe, expect, it } from 'vitest'
import { planChanged, quota80, quota100 } from './plan-emails.ts'

const dashboard = 'https://praxidex.example/home?panel=payment'

describe('the email about a plan', () => {
  it('names the plan before, the plan now and what it allows', () => {
    const { subject, text } = planChanged({ kind: 'changed', from: 'free', to: 'developer' }, dashboard)
    expect(subject).toBe('Your Praxidex plan is now Developer')
    expect(text).toContain('moved from the Free plan to the Developer plan')
    expect(text).toContain('Calls per month: 1,000\nRequests per minute: 100\nRequests per day: 10,000')
    expect(text).toContain(dashboard)
  })

  it('says that Enterprise has no quota', () => {
    const { text } = planChanged({ kind: 'changed', from: 'developer', to: 'enterprise' }, dashboard)
    expect(text).toContain('Calls per month: unlimited\nRequests per minute: as agreed with you')
  })

  it('says until when a canceled plan is kept, and how to keep it', () => {
    const at = new Date('2026-12-20T10:00:00Z')
    const { subject, text } = planChanged({ kind: 'ends', tier: 'developer', at }, dashboard)
    expect(subject).toBe('Your Developer plan ends on December 20, 2026')
    expect(text).toContain('You keep the Developer plan until the end of the billing period you’ve paid for')
    expect(text).toContain('Choose the Developer plan again before December 20, 2026.')
  })

  it('says that a downgrade was canceled', () => {
    const { subject, text } = planChanged({ kind: 'goes-on', tier: 'developer' }, dashboard)
    expect(subject).toBe('You’re staying on the Developer plan')
    expect(text).toContain('stays on the Developer plan')
  })
})

const use = {
  calls: 800,
  limit: 1000,
  nextPeriodMs: Date.parse('2026-12-20T10:00:00Z'),
  dashboardUrl: 'https://praxidex.example/home?panel=payment',
}

it('the email about most of the quota says how much is used, what comes then and when the next period begins', () => {
  const { subject, text, html } = quota80(use)
  expect(subject).toBe('You’ve used 800 of your 1,000 Praxidex calls')
  expect(text).toContain('Your account has used 800 of the 1,000 calls in this billing period.')
  for (const body of [text, html]) {
    expect(body).toContain('fail with status 429')
    expect(body).toContain('December 20, 2026')
    expect(body).toContain(use.dashboardUrl)
  }
})

it('the email about all of the quota says that calls are refused, until when, and what helps', () => {
  const { subject, text, html } = quota100(use)
  expect(subject).toBe('You’ve used all 1,000 of your Praxidex calls')
  for (const body of [text, html]) {
    expect(body).toContain('Your account has used all 1,000 calls in this billing period.')
    expect(body).toContain('quota_exceeded')
    expect(body).toContain('December 20, 2026')
    expect(body).toContain(use.dashboardUrl)
  }
})
