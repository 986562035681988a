import { CircleAlert, Trash2 } from 'lucide-react'
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useRefreshUsage } from '../../../account/use-refresh-usage.ts'
import { announce } from '../../../ui/announce.ts'
import { Button, IconButton } from '../../../ui/buttons.tsx'
import { controlClasses } from '../../../ui/classes.ts'
import { Field as FieldFrame, FieldRow, InputBox, PasswordField, SelectField, TextField } from '../../../ui/fields.tsx'
import { InlineMarkdown } from '../../../ui/text.tsx'
import type { EndpointDocs, Field } from '../documentation.ts'
import {
  headersOf,
  keepTry,
  missingIn,
  type QueryRow,
  queryRow,
  type RecentTry,
  statusText,
  type TryForm,
  useApiKey,
} from './try-form.ts'

/** Shown where no answer came (specification, section 8). */
export const statusWithoutAnswer = 500
export const noAnswer = 'The server didn’t respond'

/** `Error {status}: {message}`. */
export function tryError(status: number, message: string): string {
  return `Error ${status}: ${message}`
}

interface TryFormProps {
  endpoint: EndpointDocs
  form: TryForm
  onChange: (form: TryForm) => void
}

interface TryPanelProps extends TryFormProps {
  onAnswer: (answered: RecentTry) => void
}

type Problems = Readonly<Record<string, string>>

/** A form made from the parameters of an endpoint. */
export function TryPanel({ endpoint, form, onChange, onAnswer }: TryPanelProps) {
  const { apiKey } = useApiKey()
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string>()
  const reason = reasonOf(endpoint.needsKey ? apiKey : undefined, isBusy)
  const refreshUsage = useRefreshUsage()
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The fields may be out of sight of the button: the first problem comes into view and is read out.
    if (Object.keys(problems).length > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems])

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const found = { ...missingIn(endpoint, form), ...headerProblems(form, apiKey) }
    setProblems(found)
    if (reason !== undefined || Object.keys(found).length > 0) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { addressOf, sendTry } = await import('./TryOutcome.tsx')
      const answer = await sendTry(endpoint, form, apiKey)
      announce(answer.error ?? `Response: ${statusText(answer.status)}`)
      const { address: page, method } = endpoint
      onAnswer(keepTry({ page, method, address: addressOf(endpoint, form), form, answer }))
      // The dashboard counts this call too.
      await refreshUsage()
    } catch {
      setFailure(tryError(statusWithoutAnswer, noAnswer))
      announce(tryError(statusWithoutAnswer, noAnswer))
    } finally {
      setBusy(false)
    }
  }
  const group = { endpoint, form, onChange, problems }
  return (
    <div className="flex flex-col gap-4">
      <form ref={fields} onSubmit={send} noValidate className="flex flex-col gap-5">
        {endpoint.needsKey && <KeyField error={problems[keyName]} />}
        <TryFields {...group} part="params" />
        {endpoint.method === 'GET' && endpoint.request.query.length > 0 && (
          <QueryBuilder
            fields={endpoint.request.query}
            rows={form.query}
            onChange={(query) => onChange({ ...form, query })}
          />
        )}
        <TryFields {...group} part="body" />
        <TryFields {...group} part="headers" />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={reason !== undefined} aria-describedby="try-reason">
            Try Request
          </Button>
          <span id="try-reason" className="text-sm text-muted">
            {reason}
          </span>
        </div>
      </form>
      {failure !== undefined && <ProblemBox>{failure}</ProblemBox>}
    </div>
  )
}

function reasonOf(apiKey: string | undefined, isBusy: boolean): string | undefined {
  if (isBusy) return 'Waiting for the response…'
  return apiKey?.trim() === '' ? 'Enter an API key to try this request.' : undefined
}

const keyName = 'api-key'

/** No header can hold these, such as the dots of a masked key. A browser rejects them silently. */
const unsendable = /[^\u0020-\u00ff]/

function headerProblems(form: TryForm, apiKey: string): Problems {
  const problems = headersOf(form)
    .filter(([, value]) => unsendable.test(value))
    .map(([name]): [string, string] => [name, `${name} has characters that a header can’t contain`])
  if (unsendable.test(apiKey)) {
    problems.push([keyName, 'This isn’t a whole API key. Copy it with its button.'])
  }
  return Object.fromEntries(problems)
}

function KeyField({ error }: { error: string | undefined }) {
  const { apiKey, isOwn, type } = useApiKey()
  return (
    <PasswordField
      label="API key"
      name={keyName}
      value={apiKey}
      onChange={(event) => type(event.target.value)}
      autoComplete="off"
      error={error}
      hint={
        isOwn
          ? 'This is your account’s key. Calls you try count toward your plan.'
          : 'Kept in this tab’s memory only, until you reload or close it.'
      }
    />
  )
}

interface QueryBuilderProps {
  fields: readonly Field[]
  rows: readonly QueryRow[]
  onChange: (rows: readonly QueryRow[]) => void
}

function QueryBuilder({ fields, rows, onChange }: QueryBuilderProps) {
  const [added, setAdded] = useState<number>()
  const change = (id: number, part: Partial<QueryRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  const add = (name: string) => {
    const row = queryRow(name === otherName ? '' : name, '', name === otherName)
    onChange([...rows, row])
    setAdded(row.id)
  }
  // Lists may be given by repeating the parameter.
  const isOpen = ({ name, type }: Field) => type.startsWith('array') || rows.every((row) => row.name !== name)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 font-semibold">Query parameters</legend>
      {rows.map((row, index) => (
        <div key={row.id} ref={row.id === added ? focusFirst : undefined} className="flex items-center gap-2">
          <QueryRowFields
            row={row}
            field={fields.find(({ name }) => name === row.name)}
            onChange={(part) => change(row.id, part)}
          />
          <IconButton
            icon={Trash2}
            label={`Remove ${row.isOther ? `parameter ${index + 1}` : row.name}`}
            onClick={(event) => {
              focusNext(event)
              onChange(rows.filter(({ id }) => id !== row.id))
            }}
          />
        </div>
      ))}
      <select
        aria-label="Add a parameter"
        className={controlClasses}
        value=""
        onChange={({ target }) => add(target.value)}
      >
        <option value="">Add a parameter…</option>
        {fields.filter(isOpen).map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
        <option value={otherName}>Another name…</option>
      </select>
    </fieldset>
  )
}

const otherName = '?'

interface QueryRowFieldsProps {
  row: QueryRow
  field: Field | undefined
  onChange: (part: Partial<QueryRow>) => void
}

function QueryRowFields({ row: { name, value, isOther }, field, onChange }: QueryRowFieldsProps) {
  if (!isOther) {
    return (
      <FieldRow
        label={name}
        words={field?.values ?? []}
        isNumber={/^(integer|number)$/.test(field?.type ?? '')}
        value={value}
        onChange={(typed) => onChange({ value: typed })}
      />
    )
  }
  return (
    <>
      <InputBox
        aria-label="Name of the parameter"
        placeholder="name"
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <InputBox
        aria-label="Value of the parameter"
        placeholder="value"
        value={value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
    </>
  )
}

function focusFirst(row: HTMLElement | null): void {
  row?.querySelector<HTMLElement>('input, select')?.focus()
}

/** The button disappears with its row: the focus moves to that of the next row, or to the list that adds one. */
function focusNext({ currentTarget }: MouseEvent<HTMLElement>): void {
  const next = currentTarget.parentElement?.nextElementSibling
  const target = next instanceof HTMLSelectElement ? next : next?.querySelector('button')
  target?.focus()
}

interface TryFieldsProps extends TryFormProps {
  part: 'params' | 'body' | 'headers'
  problems: Problems
}

function TryFields({ endpoint, part, form, problems, onChange }: TryFieldsProps) {
  return endpoint.request[part].map((field) => (
    <TryField
      key={field.name}
      field={field}
      isRequired={field.isRequired || part === 'params'}
      value={form[part][field.name] ?? ''}
      file={form.file}
      error={problems[field.name]}
      onChange={(value) => onChange({ ...form, [part]: { ...form[part], [field.name]: value } })}
      onFile={(file) => onChange({ ...form, file })}
    />
  ))
}

interface TryFieldProps {
  field: Field
  isRequired: boolean
  value: string
  file: File | undefined
  error: string | undefined
  onChange: (value: string) => void
  onFile: (file: File | undefined) => void
}

function TryField({ field, isRequired, value, file, error, onChange, onFile }: TryFieldProps) {
  const common = {
    label: isRequired ? field.name : `${field.name} (optional)`,
    hint: field.description === '' ? undefined : <InlineMarkdown text={field.description} />,
    error,
  }
  if (field.isFile) return <FileField {...common} file={file} onFile={onFile} />
  if (field.values.length > 0) {
    const options = field.values.map((word) => ({ value: word, label: word }))
    return (
      <SelectField
        {...common}
        value={value}
        options={[{ value: '', label: 'None' }, ...options]}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <TextField
      {...common}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface FileFieldProps {
  label: string
  hint?: ReactNode
  error: string | undefined
  file: File | undefined
  onFile: (file: File | undefined) => void
}

function FileField({ label, hint, error, file, onFile }: FileFieldProps) {
  return (
    <FieldFrame
      label={label}
      hint={
        <>
          {hint}
          {file !== undefined && (
            <p>
              {file.name}, {Math.max(1, Math.round(file.size / 1024))} KB
            </p>
          )}
        </>
      }
      error={error}
    >
      {(control) => (
        <input
          type="file"
          accept="image/*"
          className={controlClasses}
          onChange={(event) => onFile(event.target.files?.[0])}
          {...control}
        />
      )}
    </FieldFrame>
  )
}

/** An error that does not take the focus. */
export function ProblemBox({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-start gap-2 rounded-control border border-danger bg-danger-soft px-3 py-2 text-danger">
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  )
}
