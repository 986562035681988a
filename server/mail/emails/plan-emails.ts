import { type Plan, plans, type Tier } from '#contract/plans'
import { productName } from '#contract/product'
import { composeEmail, type Email } from '../email.ts'

export type PlanChange =
  | { kind: 'changed'; from: Tier; to: Tier }
  | { kind: 'ends'; tier: Tier; at: Date }
  | { kind: 'goes-on'; tier: Tier }

export function planChanged(change: PlanChange, dashboardUrl: string): Email {
  return composeEmail({
    kind: 'plan-changed',
    ...wordsOf(change),
    link: { label: 'See your plan', url: dashboardUrl },
    closing: ['If you did not ask for this, please write to us.'],
  })
}

function wordsOf(change: PlanChange) {
  switch (change.kind) {
    case 'changed': {
      const [from, to] = [plans[change.from], plans[change.to]]
      return {
        subject: `Your ${productName} plan is now ${to.name}`,
        paragraphs: [`Your account was on the ${from.name} plan and is on the ${to.name} plan now. It allows:`],
        facts: limitsOf(to),
      }
    }
    case 'ends': {
      const { name } = plans[change.tier]
      return {
        subject: `Your ${productName} plan ends with its period`,
        paragraphs: [
          `Your account keeps the ${name} plan until the end of the period that is paid. Then it goes to the ${plans.free.name} plan, and nothing more is charged. Until then you can take this back by choosing the ${name} plan again.`,
        ],
        facts: [[`The ${name} plan ends`, change.at.toUTCString()]],
      } as const
    }
    case 'goes-on': {
      const { name } = plans[change.tier]
      return {
        subject: `Your ${productName} plan goes on`,
        paragraphs: [
          `Your account stays on the ${name} plan after the end of this period; the downgrade was taken back.`,
        ],
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
    subject: `${calls} of your ${limit} ${productName} calls are used`,
    paragraphs: [
      `Your account has used ${calls} of the ${limit} calls of this billing period. Once all are used, calls are answered with status 429 until the next period begins.`,
    ],
    facts: [['The next period begins', new Date(use.nextPeriodMs).toUTCString()]],
    link: { label: 'See your usage and plan', url: use.dashboardUrl },
    closing: ['A plan with more calls holds as soon as it is paid. You get this email once in a billing period.'],
  })
}

export function quota100(use: { limit: number; nextPeriodMs: number; dashboardUrl: string }): Email {
  const limit = use.limit.toLocaleString('en-US')
  return composeEmail({
    kind: 'quota-100',
    subject: `All your ${limit} ${productName} calls are used`,
    paragraphs: [
      `Your account has used all ${limit} calls of this billing period. Until the next one begins, calls are answered with status 429 and the code quota_exceeded.`,
    ],
    facts: [['The next period begins', new Date(use.nextPeriodMs).toUTCString()]],
    link: { label: 'Choose a plan with more calls', url: use.dashboardUrl },
    closing: ['A plan with more calls holds as soon as it is paid. You get this email once in a billing period.'],
  })
}
