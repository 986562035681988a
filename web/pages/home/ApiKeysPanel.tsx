import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import type { ApiKey } from '#contract/api-keys'
import { apiKeysMax } from '#contract/limits'
import { announceNewKey } from '../../account/use-live-key.ts'
import { errorText } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { useUser } from '../../api/user.tsx'
import { Button } from '../../ui/buttons.tsx'
import { agoText, exactText, numberText } from '../../ui/format.ts'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PlainRecord, RecordList, RowAction, RowActions } from '../../ui/rows.tsx'
import { failures, PendingPanel } from './failures.tsx'
import type { KeyDialog } from './key-dialogs.tsx'

const KeyDialogs = lazy(async () => ({ default: (await import('./key-dialogs.tsx')).KeyDialogs }))

/** Every key of the account: one for each program, so that one can end without the others. */
export function ApiKeysPanel() {
  const client = useQueryClient()
  const { refresh } = useUser()
  const { data, error, refetch } = useAnswer('GET /me/api-keys', {})
  const [dialog, setDialog] = useState<KeyDialog>()
  const title = 'Keys for programs'
  const failure = error && errorText(error, failures.keys)
  if (data === undefined) return <PendingPanel title={title} failure={failure} onRetry={refetch} size="h-40" />
  const isFull = data.apiKeys.length >= apiKeysMax
  const close = () => setDialog(undefined)
  const readAgain = async () => {
    await client.invalidateQueries({ queryKey: ['GET /me/api-keys'] })
    // The Default key may have been replaced.
    announceNewKey()
    await refresh()
  }
  return (
    <Panel
      title={title}
      subtitle={
        isFull
          ? `These are the ${apiKeysMax} keys that an account may have. Revoke one to make another.`
          : 'A key for each program limits what a leak can do. All keys share the calls of your plan.'
      }
      actions={
        <Button look="plain" onClick={() => setDialog({ kind: 'make' })} disabled={isFull}>
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          New key
        </Button>
      }
    >
      <RecordList>
        {data.apiKeys.map((key) => (
          <PlainRecord key={key.id} title={key.name} facts={factsOf(key)}>
            <RowActions>
              {key.isCurrent && !key.isDefault && (
                <RowAction aria-label={`Edit ${key.name}`} onClick={() => setDialog({ kind: 'edit', key })}>
                  Edit
                </RowAction>
              )}
              {key.isCurrent && (
                <RowAction aria-label={`Rotate ${key.name}`} onClick={() => setDialog({ kind: 'rotate', key })}>
                  Rotate
                </RowAction>
              )}
              <RowAction aria-label={`Revoke ${key.name}`} onClick={() => setDialog({ kind: 'revoke', key })}>
                Revoke
              </RowAction>
            </RowActions>
          </PlainRecord>
        ))}
      </RecordList>
      <LaterPart>
        {dialog !== undefined && <KeyDialogs dialog={dialog} onChanged={readAgain} onClose={close} />}
      </LaterPart>
    </Panel>
  )
}

function factsOf({ prefix, scopes, networks, expiresAt, lastUsed, callsThisMonth }: ApiKey): string {
  const now = Date.now()
  const end = expiresAt === null ? [] : [`${Date.parse(expiresAt) > now ? 'Ends' : 'Expired'} ${exactText(expiresAt)}`]
  return [
    `${prefix}…`,
    ...end,
    scopes === null ? 'All scopes' : scopes.join(', '),
    networks === null ? 'From anywhere' : `From ${networks.join(', ')}`,
    lastUsed === null ? 'Not used yet' : `Last used ${agoText(lastUsed, now)}`,
    `${numberText(callsThisMonth)} ${callsThisMonth === 1 ? 'call' : 'calls'} this month`,
  ].join(' · ')
}
