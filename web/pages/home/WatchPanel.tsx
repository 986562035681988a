/** Rosters of providers to watch, their members with what is known of each, and the last events. */
import { useQueryClient } from '@tanstack/react-query'
import { Plus, UsersRound } from 'lucide-react'
import { type FormEvent, lazy, useState } from 'react'
import { rosterNameLengthMax, rostersMax } from '#contract/limits'
import type { Roster } from '#contract/watch-endpoints'
import { errorText } from '../../api/call.ts'
import { useAnswer, useSend } from '../../api/queries.ts'
import { useUser } from '../../api/user.tsx'
import { InlineAlert, NoteBox } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { TextField } from '../../ui/fields.tsx'
import { numberText } from '../../ui/format.ts'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyMessage } from '../../ui/placeholders.tsx'
import { PlainRecord, RecordList, RowAction, RowActions } from '../../ui/rows.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failures, PendingPanel } from './failures.tsx'
import { RosterMembers } from './RosterMembers.tsx'
import { WatchEvents } from './WatchEvents.tsx'

const RenameRoster = lazy(async () => ({ default: (await import('./RenameRoster.tsx')).RenameRoster }))

export function WatchPanel() {
  const apiKey = useUser().user?.apiKey
  const [chosen, setChosen] = useState<string>()
  const { data, error, refetch } = useAnswer('GET /api/rosters', {}, { apiKey, isEnabled: apiKey !== undefined })
  const failure = error && errorText(error, failures.rosters)
  if (data === undefined) return <PendingPanel title="Rosters" failure={failure} onRetry={refetch} size="h-40" />
  const roster = data.rosters.find(({ id }) => id === chosen) ?? data.rosters[0]
  return (
    <>
      <RostersPanel rosters={data.rosters} chosen={roster?.id} onChoose={setChosen} />
      {roster !== undefined && <RosterMembers key={roster.id} roster={roster} />}
      <WatchEvents />
    </>
  )
}

interface RostersPanelProps {
  rosters: readonly Roster[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

function RostersPanel({ rosters, chosen, onChoose }: RostersPanelProps) {
  const client = useQueryClient()
  const [renaming, setRenaming] = useState<Roster>()
  const [deleting, setDeleting] = useState<Roster>()
  return (
    <Panel
      title="Rosters"
      subtitle="Lists of providers to watch. We record an event when a provider’s public record changes."
    >
      {rosters.length === 0 && (
        <EmptyMessage icon={UsersRound} title="No rosters yet" text="Create one, then add NPIs to it." />
      )}
      {rosters.length > 0 && (
        <RecordList>
          {rosters.map((roster) => (
            <PlainRecord key={roster.id} title={roster.name} facts={membersText(roster)}>
              <RowActions>
                <RowAction
                  aria-pressed={roster.id === chosen}
                  aria-label={`Show ${roster.name}`}
                  onClick={() => onChoose(roster.id)}
                >
                  {roster.id === chosen ? 'Shown' : 'Show'}
                </RowAction>
                <RowAction aria-label={`Rename ${roster.name}`} onClick={() => setRenaming(roster)}>
                  Rename
                </RowAction>
                <RowAction aria-label={`Delete ${roster.name}`} onClick={() => setDeleting(roster)}>
                  Delete
                </RowAction>
              </RowActions>
            </PlainRecord>
          ))}
        </RecordList>
      )}
      {rosters.some(({ watched, members }) => watched < members) && (
        <NoteBox tone="info">
          You have more providers than your plan watches. The ones you added first are watched; remove some, or upgrade.
        </NoteBox>
      )}
      {rosters.length < rostersMax ? (
        <NewRoster onMade={onChoose} />
      ) : (
        <p className="text-sm text-muted">You have {rostersMax} rosters, the maximum. Delete one to create another.</p>
      )}
      {renaming !== undefined && (
        <LaterPart>
          <RenameRoster
            roster={renaming}
            onChanged={() => client.invalidateQueries({ queryKey: ['GET /api/rosters'] })}
            onClose={() => setRenaming(undefined)}
          />
        </LaterPart>
      )}
      {deleting !== undefined && <DeleteRoster roster={deleting} onClose={() => setDeleting(undefined)} />}
    </Panel>
  )
}

function membersText({ members, watched }: Roster): string {
  const all = `${numberText(members)} ${members === 1 ? 'provider' : 'providers'}`
  return watched < members ? `${all}, ${numberText(watched)} watched` : all
}

function NewRoster({ onMade }: { onMade: (id: string) => void }) {
  const apiKey = useUser().user?.apiKey
  const client = useQueryClient()
  const send = useSend('POST /api/rosters', { apiKey })
  const [name, setName] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const { id } = await send.mutateAsync({ body: { name } })
      setName('')
      await client.invalidateQueries({ queryKey: ['GET /api/rosters'] })
      onMade(id)
    } catch {
      // The form shows why.
    }
  }
  return (
    <form onSubmit={submit} className="flex max-w-column flex-col gap-3">
      <TextField
        label="Name of a new roster"
        required
        maxLength={rosterNameLengthMax}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={send.error === null ? undefined : errorText(send.error, failures.changeRoster)}
      />
      <div>
        <Button type="submit" look="plain" disabled={send.isPending}>
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          {send.isPending ? 'Creating...' : 'Create roster'}
        </Button>
      </div>
    </form>
  )
}

function DeleteRoster({ roster: { id, name }, onClose }: { roster: Roster; onClose: () => void }) {
  const apiKey = useUser().user?.apiKey
  const client = useQueryClient()
  const send = useSend('DELETE /api/rosters/{id}', { apiKey })
  const remove = async () => {
    try {
      await send.mutateAsync({ params: { id } })
      toast.success('Roster deleted')
      await client.invalidateQueries({ queryKey: ['GET /api/rosters'] })
      onClose()
    } catch {
      // The dialog shows why.
    }
  }
  return (
    <LazyConfirmDialog
      title={`Delete ${name}?`}
      description="We stop watching its providers. Past events stay in the feed."
      confirm="Delete roster"
      busy="Deleting..."
      isBusy={send.isPending}
      onConfirm={remove}
      onCancel={onClose}
    >
      {send.error !== null && <InlineAlert>{errorText(send.error, failures.changeRoster)}</InlineAlert>}
    </LazyConfirmDialog>
  )
}
