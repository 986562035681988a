/** Checks a list of NPIs, or of names and places, that is pasted or dropped; the answer can be downloaded. */
import { Download, FileUp } from 'lucide-react'
import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { csvText } from '#contract/csv-text'
import { itemsPerCall, listBytesMax, listedNamesMax, listedNpisMax, sizeOf } from '#contract/limits'
import { useRefreshUsage } from '../../account/use-refresh-usage.ts'
import { errorText } from '../../api/call.ts'
import { useUser } from '../../api/user.tsx'
import { ErrorBox } from '../../ui/alerts.tsx'
import { announce } from '../../ui/announce.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { classes } from '../../ui/classes.ts'
import { TextAreaField } from '../../ui/fields.tsx'
import { numberText } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/meters.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type CheckedRow, checkList, type RowState } from './check-list.ts'
import { DataTable } from './DataTable.tsx'
import { failures } from './failures.tsx'
import { type List, type ReadList, readListFile, readPastedList } from './list-file.ts'

/** Rows that the page shows; the download has all. */
const shownMax = 200

export function CheckListPanel() {
  const check = useListCheck()
  const { list, rows, problem, isBusy } = check
  const [text, setText] = useState('')
  const total = list?.rows.length ?? 0
  return (
    <>
      <Panel
        title="List to check"
        subtitle={`Up to ${numberText(listedNpisMax)} NPIs, or ${listedNamesMax} names with their states. Every ${itemsPerCall} NPIs, or part of ${itemsPerCall}, counts as one call. Each name counts as one call, or two if no person has it.`}
      >
        {problem !== undefined && <ErrorBox>{problem}</ErrorBox>}
        <DropArea isLocked={isBusy} onFile={(file) => check.start(readListFile(file))}>
          <TextAreaField
            label="Your list"
            rows={6}
            value={text}
            disabled={isBusy}
            onChange={({ target }) => setText(target.value)}
            hint="One NPI per line, or CSV with column names in the first line: npi, or name and state, and city if you have it."
          />
        </DropArea>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => check.start(Promise.resolve(readPastedList(text)))} disabled={isBusy}>
            {isBusy ? 'Checking...' : 'Check the list'}
          </Button>
          {isBusy && (
            <Button look="quiet" onClick={check.stop}>
              Stop
            </Button>
          )}
          {!isBusy && rows.length > 0 && rows.length < total && (
            <Button look="plain" onClick={check.goOn}>
              Check the other {numberText(total - rows.length)}
            </Button>
          )}
        </div>
        {isBusy && total > 0 && (
          <ProgressBar label="Checking your list" percent={Math.floor((100 * rows.length) / total)} />
        )}
      </Panel>
      {rows.length > 0 && <Outcome rows={rows} />}
    </>
  )
}

interface DropAreaProps {
  isLocked: boolean
  onFile: (file: File) => void
  children: ReactNode
}

function DropArea({ isLocked, onFile, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const takeChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    currentTarget.value = ''
    if (file !== undefined) onFile(file)
  }
  const takeDropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined && !isLocked) onFile(file)
  }
  const allowDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(!isLocked)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for everybody.
    <div
      onDragOver={allowDrop}
      onDragLeave={() => setOver(false)}
      onDrop={takeDropped}
      className={classes(
        'flex flex-col gap-3 rounded-panel border border-dashed p-4',
        isOver ? 'border-brand bg-brand-soft' : 'border-border-strong bg-canvas',
      )}
    >
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <Button look="plain" disabled={isLocked} aria-describedby={hintId} onClick={() => input.current?.click()}>
          <FileUp size={18} strokeWidth={1.75} aria-hidden="true" />
          Choose a file
        </Button>
        <p id={hintId} className="text-sm text-muted">
          Or drop one here: CSV in UTF-8, up to {sizeOf(listBytesMax)}. Only its NPIs or names are sent.
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label="A file to check"
          tabIndex={-1}
          className="sr-only"
          onChange={takeChosen}
        />
      </div>
    </div>
  )
}

const states: Readonly<Record<RowState, { label: string; tone: BadgeTone }>> = {
  active: { label: 'Active', tone: 'success' },
  possible: { label: 'Possible match', tone: 'warning' },
  deactivated: { label: 'Deactivated', tone: 'danger' },
  unknown: { label: 'Not found', tone: 'warning' },
  malformed: { label: 'Not an NPI', tone: 'warning' },
  several: { label: 'Several matches', tone: 'info' },
}

function Outcome({ rows }: { rows: readonly CheckedRow[] }) {
  const counted = Object.entries(states)
    .map(([state, { label }]) => ({ label, count: rows.filter((row) => row.state === state).length }))
    .filter(({ count }) => count > 0)
  return (
    <Panel
      title="What we found"
      actions={
        <Button look="quiet" onClick={() => download(rows)}>
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
          Download CSV
        </Button>
      }
    >
      <p className="text-muted">{counted.map(({ label, count }) => `${label}: ${numberText(count)}`).join(' · ')}</p>
      <DataTable
        caption="Each row of your list"
        isStacked
        rows={rows.slice(0, shownMax)}
        keyOf={({ line }) => String(line)}
        columns={[
          { name: 'Line', isNumeric: true, cell: ({ line }) => numberText(line) },
          { name: 'In your list', cell: ({ asked }) => <span className="wrap-anywhere">{asked}</span> },
          { name: 'Status', cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge> },
          {
            name: 'In the registry',
            isWide: true,
            cell: (row) => <span className="wrap-anywhere">{factsIn(row)}</span>,
          },
        ]}
      />
      {rows.length > shownMax && (
        <p className="text-sm text-muted">
          Showing the first {shownMax} of {numberText(rows.length)} rows. The download has all of them.
        </p>
      )}
    </Panel>
  )
}

function factsIn({ asked, npi, name, specialty, place, note }: CheckedRow): string {
  return [npi === asked ? '' : npi, name, specialty, place, note].filter((part) => part !== '').join(' · ')
}

function download(rows: readonly CheckedRow[]): void {
  const head = ['line', 'asked', 'state', 'npi', 'name', 'specialty', 'place', 'phone', 'note']
  const cells = rows.map(({ line, asked, state, npi, name, specialty, place, phone, note }) => [
    String(line),
    ...[asked, states[state].label, npi, name, specialty, place, phone, note],
  ])
  const url = URL.createObjectURL(new Blob([csvText(head, cells)], { type: 'text/csv' }))
  Object.assign(document.createElement('a'), { href: url, download: 'checked-list.csv' }).click()
  URL.revokeObjectURL(url)
  announce('Downloaded')
}

/** Rows stay when a call fails or the user stops, and the rest can be checked later. */
function useListCheck() {
  const { user } = useUser()
  const refreshUsage = useRefreshUsage()
  const [list, setList] = useState<List>()
  const [rows, setRows] = useState<readonly CheckedRow[]>([])
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])

  const run = async (asked: List, from: number) => {
    if (user === null) return
    const controller = new AbortController()
    const { signal } = controller
    stopping.current = controller
    setProblem(undefined)
    setBusy(true)
    try {
      const onRows = (more: readonly CheckedRow[]) => setRows((known) => [...known, ...more])
      await checkList(asked, from, { apiKey: user.apiKey, signal, onRows })
      announce('Your list is checked')
    } catch (error) {
      if (!signal.aborted) setProblem(errorText(error, failures.checkList))
    } finally {
      setBusy(false)
      await refreshUsage()
    }
  }
  return {
    list,
    rows,
    problem,
    isBusy,
    async start(reading: Promise<ReadList>) {
      const read = await reading
      setRows([])
      if ('problem' in read) {
        setList(undefined)
        setProblem(read.problem)
        return
      }
      setList(read.list)
      await run(read.list, 0)
    },
    goOn: () => list !== undefined && run(list, rows.length),
    stop: () => stopping.current?.abort(),
  }
}
