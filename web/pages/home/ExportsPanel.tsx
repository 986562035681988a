/** Exports of whole searches: starting one, how far each is, and its file. */
import { useQueryClient } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ExportFile, ExportFormat, ExportStatus } from '#contract/bulk-endpoints'
import { exportKeptHours, itemsPerCall } from '#contract/limits'
import { otherPlansWith, plans, type Tier } from '#contract/plans'
import type { ProviderKind } from '#contract/provider-search'
import { stateCodes } from '#contract/state-codes'
import { useRefreshUsage } from '../../account/use-refresh-usage.ts'
import { CallError, errorText } from '../../api/call.ts'
import { useAnswer, useSend } from '../../api/queries.ts'
import { useUser } from '../../api/user.tsx'
import { ErrorBox, NoteBox } from '../../ui/alerts.tsx'
import { announce } from '../../ui/announce.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { agoText, bytesText, exactText, numberText } from '../../ui/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { ProgressBar } from '../../ui/meters.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyMessage } from '../../ui/placeholders.tsx'
import { PlainRecord, RecordList, RowAction, RowActions, RowLink } from '../../ui/rows.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failures, PendingPanel } from './failures.tsx'
import { panelAddress } from './panels.ts'

const name = 'GET /api/exports'

/** The screens' own limits hold for it. */
const listInput = { query: { type: 'personal' as const } }

const pollMs = 2_000

export function ExportsPanel() {
  const { user } = useUser()
  return user === null ? (
    <PendingPanel title="Your exports" failure={null} onRetry={() => {}} size="h-40" />
  ) : (
    <>
      <NewExport>
        <ExportForm apiKey={user.apiKey} />
      </NewExport>
      <ExportList apiKey={user.apiKey} />
    </>
  )
}

const resources: readonly { value: ProviderKind; label: string }[] = [
  { value: 'individuals', label: 'All people with an NPI' },
  { value: 'doctors', label: 'Doctors' },
  { value: 'organizations', label: 'Organizations' },
]

const formats: readonly { value: ExportFormat; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'ndjson', label: 'JSON lines' },
  { value: 'parquet', label: 'Parquet' },
]

const states = [{ value: '', label: 'The whole country' }, ...stateCodes.map((code) => ({ value: code, label: code }))]

/** The form, or on a plan without exports which plans have them. Where the plan isn't known, the server decides. */
function NewExport({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useAnswer('GET /me/subscription', {})
  const title = 'New export'
  if (data === undefined && error === null) {
    return <PendingPanel title={title} failure={null} onRetry={refetch} size="h-40" />
  }
  return (
    <Panel
      title={title}
      subtitle={`Every match in one file. On a plan with a quota, every ${itemsPerCall} rows, or part of ${itemsPerCall}, counts as one call.`}
    >
      {data !== undefined && plans[data.tier].exports === 'none' ? <OtherPlans tier={data.tier} /> : children}
    </Panel>
  )
}

function OtherPlans({ tier }: { tier: Tier }) {
  const { plan, plans: names } = otherPlansWith(tier, 'counted', 'free')
  return (
    <NoteBox tone="info">
      <p>
        Exports come with the {names.join(' and ')} plans. This account is on {plan}.
      </p>
      <TextLink to={panelAddress('payment')}>Change your plan</TextLink>
    </NoteBox>
  )
}

function ExportForm({ apiKey }: { apiKey: string }) {
  const client = useQueryClient()
  const refreshUsage = useRefreshUsage()
  const [resource, setResource] = useState<ProviderKind>('doctors')
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [state, setState] = useState('')
  const [specialty, setSpecialty] = useState('')
  const create = useSend('POST /api/exports', { apiKey })
  const start = async () => {
    const query = { ...(state !== '' && { state }), ...(specialty.trim() !== '' && { specialty: specialty.trim() }) }
    try {
      const { rows } = await create.mutateAsync({ body: { resource, format, query } })
      announce(`Started an export of ${numberText(rows)} rows`)
    } catch {
      return
    } finally {
      await client.invalidateQueries({ queryKey: [name] })
      await refreshUsage()
    }
  }
  const { error } = create
  return (
    <>
      {error !== null && (
        <ErrorBox>
          <p>{errorText(error, failures.createExport)}</p>
          {error instanceof CallError && upgradable.includes(error.code) && (
            <TextLink to={panelAddress('payment')}>Change your plan</TextLink>
          )}
        </ErrorBox>
      )}
      <form
        className="grid items-end gap-4 md:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <SelectField
          label="What"
          options={resources}
          value={resource}
          onChange={({ target }) => setResource(valueIn(resources, target.value) ?? resource)}
        />
        <SelectField label="State" options={states} value={state} onChange={({ target }) => setState(target.value)} />
        <TextField
          label="Specialty (optional)"
          placeholder="cardiology"
          autoComplete="off"
          value={specialty}
          onChange={({ target }) => setSpecialty(target.value)}
        />
        <SelectField
          label="Format"
          options={formats}
          value={format}
          onChange={({ target }) => setFormat(valueIn(formats, target.value) ?? format)}
        />
        <div className="flex flex-wrap items-center gap-3 md:col-span-2">
          <Button type="submit" disabled={create.isPending}>
            {create.isPending ? 'Starting...' : 'Start export'}
          </Button>
          <p className="text-sm text-muted">
            For more filters, or to choose fields,{' '}
            <TextLink to="/documentation/bulk/post-exports">use the API</TextLink>.
          </p>
        </div>
      </form>
    </>
  )
}

const upgradable = ['exports_not_in_plan', 'quota_short', 'quota_exceeded']

function valueIn<T extends string>(options: readonly { value: T }[], value: string): T | undefined {
  return options.find((option) => option.value === value)?.value
}

function ExportList({ apiKey }: { apiKey: string }) {
  const { data, error, refetch } = useAnswer(name, listInput, {
    apiKey,
    repeatMs: (answer) => (answer?.exports.some(isUnderWay) ? pollMs : false),
  })
  const failure = error && errorText(error, failures.exports)
  const title = 'Your exports'
  if (data === undefined) return <PendingPanel title={title} failure={failure} onRetry={refetch} size="h-40" />
  return (
    <Panel title={title} subtitle={`Files are deleted after ${exportKeptHours} hours.`}>
      {data.exports.length === 0 ? (
        <EmptyMessage icon={FileDown} title="No exports yet" />
      ) : (
        <RecordList>
          {data.exports.map((one) => (
            <ExportRow key={one.id} apiKey={apiKey} file={one} />
          ))}
        </RecordList>
      )}
    </Panel>
  )
}

const badges: Readonly<Record<ExportStatus, { label: string; tone: BadgeTone }>> = {
  queued: { label: 'Waiting', tone: 'warning' },
  running: { label: 'Running', tone: 'info' },
  done: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  canceled: { label: 'Canceled', tone: 'plain' },
}

function ExportRow({ apiKey, file }: { apiKey: string; file: ExportFile }) {
  const client = useQueryClient()
  const refreshUsage = useRefreshUsage()
  const cancel = useSend('DELETE /api/exports/{id}', { apiKey })
  const { label, tone } = badges[file.status]
  const title = titleOf(file)
  const remove = async () => {
    try {
      const { status } = await cancel.mutateAsync({ params: { id: file.id } })
      announce(status === 'canceled' ? 'Export canceled' : 'Export deleted')
    } catch (error) {
      toast.error(errorText(error, failures.cancelExport))
    } finally {
      await client.invalidateQueries({ queryKey: [name] })
      await refreshUsage()
    }
  }
  return (
    <PlainRecord title={title} facts={factsOf(file)}>
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={tone}>{label}</Badge>
        <RowActions>
          {file.url !== null && (
            <RowLink to={file.url} reloadDocument aria-label={`Download ${title}`}>
              Download
            </RowLink>
          )}
          <RowAction
            onClick={remove}
            disabled={cancel.isPending}
            aria-label={`${isUnderWay(file) ? 'Cancel' : 'Delete'} ${title}`}
          >
            {isUnderWay(file) ? 'Cancel' : 'Delete'}
          </RowAction>
        </RowActions>
      </div>
      {file.status === 'running' && file.rows > 0 && (
        <div className="w-full">
          <ProgressBar label="Writing the file" percent={percentOf(file)} />
        </div>
      )}
    </PlainRecord>
  )
}

function isUnderWay({ status }: { status: ExportStatus }): boolean {
  return status === 'queued' || status === 'running'
}

function percentOf({ rows, rowsWritten }: ExportFile): number {
  return Math.min(100, Math.floor((100 * rowsWritten) / rows))
}

function titleOf({ resource, query, format }: ExportFile): string {
  const asked = [...new URLSearchParams(query)].map(([key, value]) => `${key} ${value}`).join(', ')
  const what = `${resource[0]?.toUpperCase()}${resource.slice(1)}`
  const written = formats.find(({ value }) => value === format)?.label ?? format
  return `${what}, ${asked === '' ? 'the whole country' : asked} (${written})`
}

function factsOf({ rows, bytes, calls, status, createdAt, expiresAt, error }: ExportFile): string {
  return [
    `${numberText(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    ...(bytes > 0 ? [bytesText(bytes)] : []),
    ...(calls > 0 ? [`${numberText(calls)} ${calls === 1 ? 'call' : 'calls'}`] : []),
    `Requested ${agoText(createdAt, Date.now())}`,
    ...(status === 'done' && expiresAt !== null ? [`Until ${exactText(expiresAt)}`] : []),
    ...(error === null ? [] : [error]),
  ].join(' · ')
}
