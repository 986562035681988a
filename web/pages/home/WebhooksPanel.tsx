import { useQueryClient } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import { webhookRetryDays, webhooksMax } from '#contract/limits'
import { errorText } from '../../api/call.ts'
import { useAnswer, useSend } from '../../api/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { agoText, exactText } from '../../ui/format.ts'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyMessage } from '../../ui/placeholders.tsx'
import { PlainRecord, RecordList, RowAction, RowActions } from '../../ui/rows.tsx'
import { toast } from '../../ui/toasts.tsx'
import { EmailChoice } from './EmailChoice.tsx'
import { failures, PendingPanel } from './failures.tsx'
import { nameOf, type Webhook, WebhookDeliveries } from './webhook-deliveries.tsx'
import type { WebhookDialog } from './webhook-dialogs.tsx'

const WebhookDialogs = lazy(async () => ({ default: (await import('./webhook-dialogs.tsx')).WebhookDialogs }))

/** The endpoints that get the account's events, and what was sent to one of them. */
export function WebhooksPanel() {
  const client = useQueryClient()
  const { data, error, refetch } = useAnswer('GET /me/webhooks', {})
  const [dialog, setDialog] = useState<WebhookDialog>()
  const [query, setQuery] = useSearchParams()
  const title = 'Endpoints'
  const failure = error && errorText(error, failures.webhooks)
  if (data === undefined) return <PendingPanel title={title} failure={failure} onRetry={refetch} size="h-40" />
  const { webhooks } = data
  const isFull = webhooks.length >= webhooksMax
  const shown = webhooks.find(({ id }) => id === query.get('webhook')) ?? webhooks[0]
  const readAgain = async () => {
    await Promise.all(
      ['GET /me/webhooks', 'GET /me/webhooks/{id}/deliveries'].map((name) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    )
  }
  const show = (id: string, state?: 'failed') =>
    setQuery(
      (before) => {
        before.set('webhook', id)
        if (state === undefined) before.delete('state')
        else before.set('state', state)
        return before
      },
      { preventScrollReset: true },
    )
  return (
    <>
      <Panel
        title={title}
        subtitle={
          isFull
            ? `You have ${webhooksMax} endpoints, the maximum. Delete one to add another.`
            : 'We send your events to these URLs as they happen, signed as Standard Webhooks specifies.'
        }
        actions={
          <Button look="plain" onClick={() => setDialog({ kind: 'add' })} disabled={isFull}>
            <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
            Add endpoint
          </Button>
        }
      >
        {webhooks.length === 0 ? (
          <EmptyMessage
            icon={WebhookIcon}
            title="No endpoints yet"
            text="Add your server’s URL, then send it a test event."
          />
        ) : (
          <RecordList>
            {webhooks.map((webhook) => (
              <PlainRecord key={webhook.id} title={nameOf(webhook)} facts={factsOf(webhook)}>
                <EndpointActions
                  webhook={webhook}
                  isShown={webhook.id === shown?.id}
                  onShow={(state) => show(webhook.id, state)}
                  onAsk={setDialog}
                  onChanged={readAgain}
                />
              </PlainRecord>
            ))}
          </RecordList>
        )}
        <EmailChoice name="weeklyEmails" />
        <LaterPart>
          {dialog !== undefined && (
            <WebhookDialogs dialog={dialog} onChanged={readAgain} onClose={() => setDialog(undefined)} />
          )}
        </LaterPart>
      </Panel>
      {shown !== undefined && <WebhookDeliveries key={shown.id} webhook={shown} onChanged={readAgain} />}
    </>
  )
}

interface EndpointActionsProps {
  webhook: Webhook
  isShown: boolean
  onShow: (state?: 'failed') => void
  onAsk: (dialog: WebhookDialog) => void
  onChanged: () => Promise<void>
}

function EndpointActions({ webhook, isShown, onShow, onAsk, onChanged }: EndpointActionsProps) {
  const test = useSend('POST /me/webhooks/{id}/test')
  const enable = useSend('POST /me/webhooks/{id}/enable')
  const name = nameOf(webhook)
  const params = { id: webhook.id }
  const attempt = async (act: () => Promise<unknown>, done: string, shown?: 'failed') => {
    try {
      await act()
      toast.success(done)
      onShow(shown)
      await onChanged()
    } catch (error) {
      toast.error(errorText(error, failures.changeWebhook))
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <EndpointState webhook={webhook} />
      <RowActions>
        <RowAction aria-label={`Deliveries of ${name}`} aria-pressed={isShown} onClick={() => onShow()}>
          Deliveries
        </RowAction>
        {webhook.isOn ? (
          <RowAction
            aria-label={`Send a test to ${name}`}
            disabled={test.isPending}
            onClick={() => attempt(() => test.mutateAsync({ params }), 'Test event sent')}
          >
            Send test
          </RowAction>
        ) : (
          <RowAction
            aria-label={`Switch on ${name}`}
            disabled={enable.isPending}
            onClick={() => attempt(() => enable.mutateAsync({ params }), 'Endpoint switched on', 'failed')}
          >
            Switch on
          </RowAction>
        )}
        <RowAction aria-label={`Edit ${name}`} onClick={() => onAsk({ kind: 'edit', webhook })}>
          Edit
        </RowAction>
        <RowAction aria-label={`Rotate the secret of ${name}`} onClick={() => onAsk({ kind: 'rotate', webhook })}>
          Rotate secret
        </RowAction>
        <RowAction aria-label={`Delete ${name}`} onClick={() => onAsk({ kind: 'delete', webhook })}>
          Delete
        </RowAction>
      </RowActions>
    </div>
  )
}

function EndpointState({ webhook: { isOn, failingSince } }: { webhook: Webhook }) {
  if (!isOn) return <Badge tone="danger">Off</Badge>
  return failingSince === null ? <Badge tone="success">On</Badge> : <Badge tone="warning">Failing</Badge>
}

function factsOf({ url, events, description, isOn, failingSince, oldSecretUntil }: Webhook): string {
  const now = Date.now()
  return [
    ...(description === null ? [] : [url]),
    events === null ? 'All events' : events.join(', '),
    ...(isOn ? [] : [`Switched off after ${webhookRetryDays} days of failures`]),
    ...(isOn && failingSince !== null ? [`Failing since ${agoText(failingSince, now)}`] : []),
    ...(oldSecretUntil === null ? [] : [`The old secret signs too until ${exactText(oldSecretUntil)}`]),
  ].join(' · ')
}
