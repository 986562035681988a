import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ApiKey } from '#contract/api-keys'
import { type KeyMode, keyModes } from '#contract/key-modes'
import { apiKeysMax } from '#contract/limits'
import { npiRegistryScope } from '#contract/npi-registry'
import { announceNewKey } from '../../account/use-live-key.ts'
import { errorText } from '../../api/call.ts'
import { useAnswer, useSend } from '../../api/queries.ts'
import { useUser } from '../../api/user.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { agoText, exactText, numberText } from '../../ui/format.ts'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyMessage } from '../../ui/placeholders.tsx'
import { PlainRecord, RecordList, RowAction, RowActions } from '../../ui/rows.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failures, PendingPanel } from './failures.tsx'
import type { KeyDialog } from './key-dialogs.tsx'
import { TestModeNote } from './TestModeNote.tsx'

const KeyDialogs = lazy(async () => ({ default: (await import('./key-dialogs.tsx')).KeyDialogs }))

/** The live or the test keys of the account: one for each program, so that one can end without the others. */
export function ApiKeysPanel() {
  const client = useQueryClient()
  const { refresh } = useUser()
  const { data, error, refetch } = useAnswer('GET /me/api-keys', {})
  const [dialog, setDialog] = useState<KeyDialog>()
  const [mode, setMode] = useMode()
  const make = useSend('POST /me/api-keys')
  const title = 'Keys for programs'
  const failure = error && errorText(error, failures.keys)
  if (data === undefined) return <PendingPanel title={title} failure={failure} onRetry={refetch} size="h-40" />
  const isFull = data.apiKeys.length >= apiKeysMax
  const keys = data.apiKeys.filter((key) => key.mode === mode)
  const close = () => setDialog(undefined)
  const readAgain = async () => {
    await client.invalidateQueries({ queryKey: ['GET /me/api-keys'] })
    // The Default key may have been replaced.
    announceNewKey()
    await refresh()
  }
  const makeForNpiRegistry = async () => {
    try {
      const { key } = await make.mutateAsync({
        body: { name: 'NPI Registry client', mode, scopes: [npiRegistryScope] },
      })
      setDialog({ kind: 'address', key })
      await readAgain()
    } catch (cause) {
      toast.error(errorText(cause, failures.changeKey))
    }
  }
  return (
    <Panel
      title={title}
      subtitle={
        isFull
          ? `You have ${apiKeysMax} keys, the maximum. Revoke one to create another.`
          : 'Give each app its own key, so a leak affects only that app. All live keys share your plan’s quota.'
      }
      actions={
        <>
          <Choices legend="Mode" choices={modes} chosen={mode} onChoose={setMode} />
          <Button look="plain" onClick={() => setDialog({ kind: 'make', mode })} disabled={isFull}>
            <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
            {mode === 'test' ? 'New test key' : 'New key'}
          </Button>
        </>
      }
    >
      {mode === 'test' && <TestModeNote />}
      {keys.length === 0 && <EmptyMessage icon={KeyRound} title="No test keys yet" />}
      <RecordList>
        {keys.map((key) => (
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
      <div>
        <Button look="plain" onClick={() => void makeForNpiRegistry()} disabled={isFull || make.isPending}>
          Create a key for NPI Registry clients
        </Button>
      </div>
      <LaterPart>
        {dialog !== undefined && <KeyDialogs dialog={dialog} onChanged={readAgain} onClose={close} />}
      </LaterPart>
    </Panel>
  )
}

const modes = keyModes.map((value) => ({ value, label: value === 'live' ? 'Live' : 'Test' }))

/** Kept in the address, as ?mode=test. */
function useMode(): [KeyMode, (mode: KeyMode) => void] {
  const [query, setQuery] = useSearchParams()
  const setMode = (mode: KeyMode) =>
    setQuery((before) => {
      if (mode === 'test') before.set('mode', mode)
      else before.delete('mode')
      return before
    })
  return [query.get('mode') === 'test' ? 'test' : 'live', setMode]
}

function factsOf({ prefix, mode, scopes, networks, expiresAt, lastUsed, callsThisMonth }: ApiKey): string {
  const now = Date.now()
  const end = expiresAt === null ? [] : [`${Date.parse(expiresAt) > now ? 'Ends' : 'Expired'} ${exactText(expiresAt)}`]
  return [
    `${prefix}…`,
    ...end,
    scopes === null ? 'All scopes' : scopes.join(', '),
    networks === null ? 'From anywhere' : `From ${networks.join(', ')}`,
    lastUsed === null ? 'Not used yet' : `Last used ${agoText(lastUsed, now)}`,
    ...(mode === 'test'
      ? []
      : [`${numberText(callsThisMonth)} ${callsThisMonth === 1 ? 'call' : 'calls'} counted this month`]),
  ].join(' · ')
}
