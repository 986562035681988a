import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../api/call.ts'
import { useAnswer, useSend } from '../api/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { agoText, dayText } from '../ui/format.ts'
import { Skeleton } from '../ui/loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { LoadError } from '../ui/placeholders.tsx'
import { PlainRecord, RecordList, RowAction } from '../ui/rows.tsx'
import { toast } from '../ui/toasts.tsx'

/** Where the account is signed in; each session but this one may be ended. */
export function SessionsPanel() {
  const client = useQueryClient()
  const list = useAnswer('GET /me/sessions', {})
  const end = useSend('POST /me/sessions/{id}/end')
  const endOne = async (id: string) => {
    try {
      const { message } = await end.mutateAsync({ params: { id } })
      toast.success(message)
    } catch (error) {
      toast.error(errorText(error, 'Failed to end the session'))
    }
    await client.invalidateQueries({ queryKey: ['GET /me/sessions'] })
  }
  return (
    <Panel title="Sessions" subtitle="Where you are signed in. End what you do not know." isBusy={list.isPending}>
      {list.error !== null && (
        <LoadError title={errorText(list.error, 'Failed to fetch the sessions')} onRetry={() => list.refetch()} />
      )}
      {list.isPending && <Skeleton size="h-16" />}
      {list.data !== undefined && (
        <RecordList>
          {list.data.sessions.map(({ id, browser, createdAt, lastUsedAt, isCurrent }) => (
            <PlainRecord
              key={id}
              title={browser ?? 'Unknown browser'}
              facts={`Signed in ${dayText(createdAt)}. Last used ${agoText(lastUsedAt, Date.now())}.`}
            >
              {isCurrent ? (
                <Badge tone="success">This session</Badge>
              ) : (
                <RowAction
                  aria-label={`End the session of ${browser ?? 'an unknown browser'}`}
                  disabled={end.isPending}
                  onClick={() => endOne(id)}
                >
                  End
                </RowAction>
              )}
            </PlainRecord>
          ))}
        </RecordList>
      )}
    </Panel>
  )
}
