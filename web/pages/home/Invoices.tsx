import { TriangleAlert } from 'lucide-react'
import type { InvoiceState } from '#contract/plans'
import { errorText, type Output } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { InlineAlert, Notice } from '../../ui/alerts.tsx'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { dayText } from '../../ui/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PlainRecords } from '../../ui/rows.tsx'
import { failures, PendingPanel } from './failures.tsx'

/** The latest invoice that was not paid, above the plans that it may cost. */
export function PastDueNotice() {
  const { data } = useAnswer('GET /me/invoices', {})
  const invoice = data?.invoices.find(({ state }) => state === 'due' || state === 'unpaid')
  if (invoice === undefined) return null
  const { amount, currency, createdAt, state, url } = invoice
  return (
    <Notice icon={TriangleAlert} title="Invoice past due">
      <p>
        {moneyText(amount, currency)} of {dayText(createdAt)} wasn’t paid.
        {state === 'due' && ' Pay it to keep your plan.'}
      </p>
      {url !== undefined && <TextLink to={url}>{states[state].link}</TextLink>}
    </Notice>
  )
}

interface InvoicesProps {
  /** Between readings while a payment is awaited; false reads once. */
  repeatMs: number | false
}

export function Invoices({ repeatMs }: InvoicesProps) {
  const { data, error, refetch } = useAnswer(
    'GET /me/invoices',
    {},
    { repeatMs: (answer) => answer?.nextCharge === null && repeatMs },
  )
  const title = 'Invoices'
  const failure = error && errorText(error, failures.invoices)
  if (data === undefined) return <PendingPanel title={title} failure={failure} onRetry={refetch} size="h-16" />
  const { invoices, nextCharge } = data
  const next = nextCharge === null ? 'No charge is planned.' : nextText(nextCharge)
  return (
    <Panel title={title} subtitle={next}>
      {failure !== null && <InlineAlert>{failure}</InlineAlert>}
      {invoices.length === 0 ? (
        <p className="text-muted">Invoices of a paid plan appear here.</p>
      ) : (
        <PlainRecords
          items={invoices.map(({ id, createdAt, periodStart, periodEnd, amount, currency, state, url }) => ({
            id,
            title: `${moneyText(amount, currency)} on ${dayText(createdAt)}`,
            facts: `${dayText(periodStart)} to ${dayText(periodEnd)}`,
            aside: (
              <div className="flex items-center gap-3">
                {url !== undefined && <TextLink to={url}>{states[state].link}</TextLink>}
                <Badge tone={states[state].tone}>{states[state].words}</Badge>
              </div>
            ),
          }))}
        />
      )}
    </Panel>
  )
}

/** `link`: what the payment provider's page of such an invoice is for. */
const states: Readonly<Record<InvoiceState, { words: string; tone: BadgeTone; link: string }>> = {
  paid: { words: 'Paid', tone: 'success', link: 'Receipt' },
  due: { words: 'Due', tone: 'warning', link: 'Pay invoice' },
  unpaid: { words: 'Unpaid', tone: 'danger', link: 'Pay invoice' },
  void: { words: 'Void', tone: 'plain', link: 'Invoice' },
  simulated: { words: 'Simulated', tone: 'plain', link: 'Invoice' },
}

function nextText({ amount, currency, date }: NonNullable<Output<'GET /me/invoices'>['nextCharge']>): string {
  return `Next charge: ${moneyText(amount, currency)} on ${dayText(date)}.`
}

/**
 * $2.99, of an amount as Stripe counts it: in hundredths, also of ISK and UGX, which have none.
 * https://docs.stripe.com/currencies
 */
export function moneyText(amount: number, currency: string): string {
  const decimals = whole.has(currency) ? 0 : thousandths.has(currency) ? 3 : 2
  const value = amount / 10 ** decimals
  // Whole amounts are written as is usual for the currency.
  const minimumFractionDigits = Number.isInteger(value) ? undefined : decimals
  const digits = { minimumFractionDigits, maximumFractionDigits: decimals }
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits }).format(value)
}

const whole = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const thousandths = new Set('bhd jod kwd omr tnd'.split(' '))
