/** The providers of a roster, and adding more by pasting NPIs or dropping a CSV file. */
import { useQueryClient } from '@tanstack/react-query'
import { FileUp, UserRoundPlus } from 'lucide-react'
import { type ChangeEvent, type DragEvent, type FormEvent, useRef, useState } from 'react'
import { keysOf } from '#contract/verification-words'
import type { Roster } from '#contract/watch-endpoints'
import { type MemberState, memberStates } from '#contract/watch-words'
import { errorText } from '../../api/call.ts'
import { useAnswer, useSend } from '../../api/queries.ts'
import { useUser } from '../../api/user.tsx'
import { InlineAlert } from '../../ui/alerts.tsx'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { SelectField, TextAreaField } from '../../ui/fields.tsx'
import { dayText, numberText } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyMessage } from '../../ui/placeholders.tsx'
import { PlainRecord, RecordList, RowAction, RowActions } from '../../ui/rows.tsx'
import { toast } from '../../ui/toasts.tsx'
import { csvParts } from './csv-parts.ts'
import { failures, PendingPanel } from './failures.tsx'

const looks: Record<MemberState, { words: string; tone: BadgeTone }> = {
  not_watched: { words: 'Not watched', tone: 'warning' },
  pending: { words: 'Comparing', tone: 'plain' },
  excluded: { words: 'Excluded', tone: 'danger' },
  deactivated: { words: 'Deactivated', tone: 'danger' },
  unknown: { words: 'Not found', tone: 'warning' },
  license_expiring: { words: 'License expiring', tone: 'warning' },
  active: { words: 'Active', tone: 'success' },
}

const pageSize = 25
const pendingMs = 2_000

export function RosterMembers({ roster: { id, name, members: count } }: { roster: Roster }) {
  const apiKey = useUser().user?.apiKey
  const [state, setState] = useState<MemberState | ''>('')
  const [pages, setPages] = useState<readonly string[]>([])
  const after = pages.at(-1)
  const query = {
    limit: String(pageSize),
    ...(state !== '' && { state }),
    ...(after !== undefined && { after }),
  }
  const { data, error, refetch } = useAnswer(
    'GET /api/rosters/{id}/members',
    { params: { id }, query },
    {
      apiKey,
      keepsPrevious: true,
      repeatMs: (answer) => (answer?.members.some((member) => member.state === 'pending') ? pendingMs : false),
    },
  )
  const failure = error && errorText(error, failures.members)
  if (data === undefined) return <PendingPanel title={name} failure={failure} onRetry={refetch} size="h-96" />
  const { members, next } = data
  return (
    <Panel title={name} subtitle={`${numberText(count)} ${count === 1 ? 'provider' : 'providers'}`}>
      <AddMembers rosterId={id} />
      {count > 0 && (
        <div className="flex">
          <SelectField
            label="Status"
            value={state}
            onChange={({ target }) => {
              setState(keysOf(memberStates).find((known) => known === target.value) ?? '')
              setPages([])
            }}
            options={[
              { value: '', label: 'All' },
              ...keysOf(memberStates).map((value) => ({ value, label: looks[value].words })),
            ]}
          />
        </div>
      )}
      {members.length === 0 ? (
        <EmptyMessage
          icon={UserRoundPlus}
          title={count === 0 ? 'No providers yet' : 'No providers with this status'}
          {...(count === 0 && { text: 'Paste NPIs above, or drop a CSV file.' })}
        />
      ) : (
        <RecordList>
          {members.map(({ npi, reference, state: shown, licenseExpiresOn, addedAt }) => (
            <PlainRecord
              key={npi}
              title={reference === null ? String(npi) : `${npi}, ${reference}`}
              facts={
                licenseExpiresOn === null ? `Added ${dayText(addedAt)}` : `License ends ${dayText(licenseExpiresOn)}`
              }
            >
              <div className="flex items-center gap-2">
                <Badge tone={looks[shown].tone}>{looks[shown].words}</Badge>
                <RemoveMember rosterId={id} npi={npi} />
              </div>
            </PlainRecord>
          ))}
        </RecordList>
      )}
      {(pages.length > 0 || next !== null) && (
        <RowActions>
          <RowAction disabled={pages.length === 0} onClick={() => setPages(pages.slice(0, -1))}>
            Previous
          </RowAction>
          <RowAction disabled={next === null} onClick={() => next !== null && setPages([...pages, next])}>
            Next
          </RowAction>
        </RowActions>
      )}
    </Panel>
  )
}

function useReload() {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: ['GET /api/rosters'] })
    await client.invalidateQueries({ queryKey: ['GET /api/rosters/{id}/members'] })
  }
}

function RemoveMember({ rosterId, npi }: { rosterId: string; npi: number }) {
  const apiKey = useUser().user?.apiKey
  const send = useSend('POST /api/rosters/{id}/members', { apiKey })
  const reload = useReload()
  const remove = async () => {
    try {
      await send.mutateAsync({ params: { id: rosterId }, body: { remove: [npi] } })
      await reload()
    } catch (error) {
      toast.error(errorText(error, failures.changeRoster))
    }
  }
  return (
    <RowAction aria-label={`Remove ${npi}`} disabled={send.isPending} onClick={remove}>
      Remove
    </RowAction>
  )
}

const fileBytesMax = 32 * 1024 * 1024

function AddMembers({ rosterId }: { rosterId: string }) {
  const apiKey = useUser().user?.apiKey
  const send = useSend('POST /api/rosters/{id}/members', { apiKey })
  const reload = useReload()
  const fileInput = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [progress, setProgress] = useState<string>()
  const [problem, setProblem] = useState<string>()

  const add = async (csv: string) => {
    setProblem(undefined)
    const parts = csvParts(csv)
    let added = 0
    try {
      for (const [index, part] of parts.entries()) {
        setProgress(parts.length === 1 ? 'Adding...' : `Adding part ${index + 1} of ${parts.length}...`)
        added += (await send.mutateAsync({ params: { id: rosterId }, body: { csv: part } })).added
      }
      setText('')
      toast.success(`${numberText(added)} ${added === 1 ? 'provider' : 'providers'} added`)
    } catch (error) {
      const before = added > 0 ? `${numberText(added)} ${added === 1 ? 'was' : 'were'} added before this: ` : ''
      // The server names the field of its input.
      setProblem(before + errorText(error, failures.changeRoster).replace(/^csv, line/, 'Line'))
    } finally {
      setProgress(undefined)
      await reload()
    }
  }
  const addFile = async (file: File | undefined) => {
    if (file === undefined || progress !== undefined) return
    if (file.size > fileBytesMax) return setProblem('The file is larger than 32 MB. Split it into smaller files.')
    await add(await file.text())
  }
  const takeDropped = (event: DragEvent) => {
    event.preventDefault()
    void addFile(event.dataTransfer.files[0])
  }
  const takeChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    void addFile(file)
    currentTarget.value = ''
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(text)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for everybody.
    <div onDragOver={(event) => event.preventDefault()} onDrop={takeDropped}>
      <form onSubmit={submit} className="flex max-w-column flex-col gap-3">
        <TextAreaField
          label="Add providers"
          rows={3}
          required
          value={text}
          onChange={({ target }) => setText(target.value)}
          hint="One NPI per line, with your own reference after a comma if you want one. Or drop a CSV file here with the columns npi and reference."
        />
        {problem !== undefined && <InlineAlert>{problem}</InlineAlert>}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" look="plain" disabled={progress !== undefined}>
            Add
          </Button>
          <Button look="quiet" disabled={progress !== undefined} onClick={() => fileInput.current?.click()}>
            <FileUp size={18} strokeWidth={1.75} aria-hidden="true" />
            Choose a CSV file
          </Button>
          <p role="status" className="text-sm text-muted">
            {progress}
          </p>
        </div>
        <input ref={fileInput} type="file" accept=".csv,.txt,text/csv" hidden onChange={takeChosen} />
      </form>
    </div>
  )
}
