import { type Plan, plans, type Tier } from '#contract/plans'
import { productName } from '#contract/product'
import { composeEmail, dayText, type Email } from '../email.ts'

export type PlanChange =
  | { kind: 'changed'; from: Tier; to: Tier }
  | { kind: 'ends'; tier: Tier; at: Date }
  | { kind: 'goes-on'; tier: Tier }

export function planChanged(change: PlanChange, dashboardUrl: string): Email {
  return composeEmail({
    kind: 'plan-changed',
    ...wordsOf(change),
    link: { label: 'See your plan', url: dashboardUrl },
    closing: ['If you didn’t request this, please contact support.'],
  })
}

function wordsOf(change: PlanChange) {
  switch (change.kind) {
    case 'changed': {
      const [from, to] = [plans[change.from], plans[change.to]]
      return {
        subject: `Your ${productName} plan is now ${to.name}`,
        paragraphs: [`Your account moved from the ${from.name} plan to the ${to.name} plan. Your plan includes:`],
        facts: limitsOf(to),
      }
    }
    case 'ends': {
      const { name } = plans[change.tier]
      const day = dayText(change.at)
      return {
        subject: `Your ${name} plan ends on ${day}`,
        paragraphs: [
          `You keep the ${name} plan until the end of the billing period you’ve paid for. Your account then moves to the ${plans.free.name} plan, and you won’t be charged again.`,
          `Changed your mind? Choose the ${name} plan again before ${day}.`,
        ],
      }
    }
    case 'goes-on': {
      const { name } = plans[change.tier]
      return {
        subject: `You’re staying on the ${name} plan`,
        paragraphs: [`The downgrade was canceled, so your account stays on the ${name} plan.`],
      }
    }
  }
}

function limitsOf({ callsPerMonth, requestsPerMinute, requestsPerDay }: Plan): [name: string, value: string][] {
  const shown = (limit: number | null) => limit?.toLocaleString('en-US') ?? 'as agreed with you'
  return [
    ['Calls per month', callsPerMonth === null ? 'unlimited' : shown(callsPerMonth)],
    ['Requests per minute', shown(requestsPerMinute)],
    ['Requests per day', shown(requestsPerDay)],
  ]
}

export function quota80(use: { calls: number; limit: number; nextPeriodMs: number; dashboardUrl: string }): Email {
  const [calls, limit] = [use.calls, use.limit].map((count) => count.toLocaleString('en-US'))
  return composeEmail({
    kind: 'quota-80',
    subject: `You’ve used ${calls} of your ${limit} ${productName} calls`,
    paragraphs: [
      `Your account has used ${calls} of the ${limit} calls in this billing period. After the last one, calls fail with status 429 until the next period begins.`,
    ],
    facts: [['Next billing period', dayText(new Date(use.nextPeriodMs))]],
    link: { label: 'See your usage and plan', url: use.dashboardUrl },
    closing: ['Upgrades take effect immediately. We send this email once per billing period.'],
  })
}

export function quota100(use: { limit: number; nextPeriodMs: number; dashboardUrl: string }): Email {
  const limit = use.limit.toLocaleString('en-US')
  return composeEmail({
    kind: 'quota-100',
    subject: `You’ve used all ${limit} of your ${productName} calls`,
    paragraphs: [
      `Your account has used all ${limit} calls in this billing period. Until the next one begins, calls fail with status 429 and the code quota_exceeded.`,
    ],
    facts: [['Next billing period', dayText(new Date(use.nextPeriodMs))]],
    link: { label: 'Choose a plan with more calls', url: use.dashboardUrl },
    closing: ['Upgrades take effect immediately. We send this email once per billing period.'],
  })
}
