import { Inbox, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { webhookDeliveriesDays } from '#contract/limits'
import { errorText, type Output } from '../../api/call.ts'
import { useAnswer, useSend } from '../../api/queries.ts'
import { InlineAlert, NoteBox } from '../../ui/alerts.tsx'
import { announce } from '../../ui/announce.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { FactLines } from '../../ui/FactLines.tsx'
import { agoText, exactText, timesText } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyMessage } from '../../ui/placeholders.tsx'
import { OpenableRow, RecordList, RowAction } from '../../ui/rows.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failures, PendingPanel } from './failures.tsx'

export type Webhook = Output<'GET /me/webhooks'>['webhooks'][number]
type Delivery = Output<'GET /me/webhooks/{id}/deliveries'>['deliveries'][number]
type State = Delivery['state']

export function nameOf({ url, description }: Pick<Webhook, 'url' | 'description'>): string {
  return description ?? url
}

/** While some are on their way. */
const repeatMs = 2_000

const states = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const

const hourMs = 3_600_000
const resendable = [
  { hours: 24, label: 'Resend failed from the last 24 hours' },
  { hours: 24 * webhookDeliveriesDays, label: 'Resend all failed' },
]

interface DeliveriesProps {
  webhook: Webhook
  onChanged: () => Promise<void>
}

/** What was sent to an endpoint, the newest first. */
export function WebhookDeliveries({ webhook, onChanged }: DeliveriesProps) {
  const [query, setQuery] = useSearchParams()
  const state = stateIn(query)
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const input = {
    params: { id: webhook.id },
    query: { ...(state !== 'all' && { state }), ...(cursor !== undefined && { cursor }) },
  }
  const { data, error, isFetching, refetch } = useAnswer('GET /me/webhooks/{id}/deliveries', input, {
    keepsPrevious: true,
    repeatMs: (answer) => (answer?.deliveries.some(isUnderWay) ? repeatMs : false),
  })
  const resend = useResend(webhook, onChanged)
  const title = 'Deliveries'
  const failure = error && errorText(error, failures.deliveries)
  if (data === undefined) return <PendingPanel title={title} failure={failure} onRetry={refetch} size="h-40" />
  const choose = (chosen: State | 'all') => {
    setCursors([])
    setQuery(
      (before) => {
        if (chosen === 'all') before.delete('state')
        else before.set('state', chosen)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }
  const go = (next: readonly string[]) => {
    setCursors(next)
    announce(`Page ${next.length + 1}`)
  }
  const { deliveries, nextCursor } = data
  return (
    <Panel
      title={title}
      subtitle={`To ${nameOf(webhook)}, kept for ${webhookDeliveriesDays} days.`}
      actions={
        <Button look="plain" onClick={() => refetch()} disabled={isFetching}>
          <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" />
          {isFetching ? 'Refreshing...' : 'Refresh'}
        </Button>
      }
    >
      {failure !== null && <InlineAlert>{failure}</InlineAlert>}
      {!webhook.isOn && (
        <NoteBox tone="info">
          This endpoint is off and gets no events. Fix your server, switch the endpoint on above, then resend what
          failed. Events from while it was off are in the Watch panel.
        </NoteBox>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Choices legend="State" choices={states} chosen={state} onChoose={choose} />
        {state === 'failed' && webhook.isOn && deliveries.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {resendable.map(({ hours, label }) => (
              <Button
                key={hours}
                look="plain"
                disabled={resend.isBusy}
                onClick={() => resend.send({ failedSince: new Date(Date.now() - hours * hourMs).toISOString() })}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      {deliveries.length === 0 ? (
        <EmptyMessage
          icon={Inbox}
          title={state === 'all' ? 'Nothing sent yet' : 'No deliveries in this state'}
          {...(state === 'all' && { text: 'Send a test event to see one here.' })}
        />
      ) : (
        <RecordList>
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              onResend={webhook.isOn && !resend.isBusy ? () => resend.send({ deliveryId: delivery.id }) : undefined}
            />
          ))}
        </RecordList>
      )}
      {(cursors.length > 0 || nextCursor !== null) && (
        <nav aria-label="Pages of deliveries" className="flex flex-wrap items-center gap-3">
          <Button look="plain" onClick={() => go(cursors.slice(0, -1))} disabled={cursors.length === 0}>
            Newer
          </Button>
          <Button
            look="plain"
            onClick={() => nextCursor !== null && go([...cursors, nextCursor])}
            disabled={nextCursor === null}
          >
            Older
          </Button>
          <span className="text-sm text-muted">Page {cursors.length + 1}</span>
        </nav>
      )}
    </Panel>
  )
}

function useResend({ id }: Webhook, onChanged: () => Promise<void>) {
  const resend = useSend('POST /me/webhooks/{id}/resend')
  const send = async (body: { deliveryId: string } | { failedSince: string }) => {
    try {
      const { count } = await resend.mutateAsync({ params: { id }, body })
      toast.success(count === 1 ? 'Sent again' : `${count} deliveries sent again`)
      await onChanged()
    } catch (error) {
      toast.error(errorText(error, failures.changeWebhook))
    }
  }
  return { send, isBusy: resend.isPending }
}

interface DeliveryRowProps {
  delivery: Delivery
  onResend: (() => void) | undefined
}

function DeliveryRow({ delivery, onResend }: DeliveryRowProps) {
  const { id, type, state, createdAt, attempts, attemptedAt, nextAttemptAt, request, response, ms, error } = delivery
  const facts: { name: string; value: ReactNode }[] = [
    { name: 'ID', value: mono(id) },
    { name: 'Created', value: exactText(createdAt) },
    ...(attemptedAt === null ? [] : [{ name: 'Last attempt', value: `${exactText(attemptedAt)}, number ${attempts}` }]),
    ...(nextAttemptAt === null ? [] : [{ name: 'Next attempt', value: exactText(nextAttemptAt) }]),
    ...(ms === null ? [] : [{ name: 'Time taken', value: `${ms} ms` }]),
    ...(response === null ? [] : [{ name: 'Status', value: response.status }]),
    ...(error === null ? [] : [{ name: 'Error', value: error }]),
  ]
  return (
    <OpenableRow
      summary={
        <>
          <Badge tone={tones[state]}>{stateLabel(state)}</Badge>
          <span className="min-w-0 md:grow">{mono(type)}</span>
          {attempts > 1 && <span className="text-sm text-muted">Tried {timesText(attempts)}</span>}
          <time dateTime={createdAt} className="ml-auto text-sm whitespace-nowrap text-muted">
            {agoText(createdAt, Date.now())}
          </time>
        </>
      }
    >
      <FactLines items={facts} />
      <TextBlock title="Request" text={request} />
      {response !== null && response.body !== '' && <TextBlock title="Response" text={response.body} />}
      {onResend !== undefined && (
        <div className="-ml-2">
          <RowAction aria-label={`Resend ${type}`} onClick={onResend}>
            Resend
          </RowAction>
        </div>
      )}
    </OpenableRow>
  )
}

function TextBlock({ title, text }: { title: string; text: string }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-sm font-semibold">{title}</h3>
      <pre className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </div>
  )
}

function mono(text: string) {
  return <code className="font-mono text-sm break-all">{text}</code>
}

const tones: Readonly<Record<State, BadgeTone>> = { waiting: 'info', delivered: 'success', failed: 'danger' }

function stateLabel(state: State): string | undefined {
  return states.find(({ value }) => value === state)?.label
}

/** One that failed may wait for hours. */
function isUnderWay({ state, attempts }: Delivery): boolean {
  return state === 'waiting' && attempts <= 1
}

function stateIn(query: URLSearchParams): State | 'all' {
  const given = query.get('state')
  return states.find(({ value }) => value === given)?.value ?? 'all'
}
