import { CircleAlert, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, lazy, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useRefreshUsage } from '../../../account/use-refresh-usage.ts'
import { createSessionMemory } from '../../../api/session-memory.ts'
import { announce } from '../../../ui/announce.ts'
import { Button, IconButton } from '../../../ui/buttons.tsx'
import {
  controlClasses,
  Field as FieldFrame,
  InputBox,
  PasswordField,
  SelectField,
  TextField,
} from '../../../ui/fields.tsx'
import { LaterPart } from '../../../ui/LaterPart.tsx'
import { InlineMarkdown } from '../../../ui/text.tsx'
import type { EndpointDocs, Field } from '../documentation.ts'
import type { TryAnswer } from './TryOutcome.tsx'
import { headersOf, missingIn, type QueryRow, queryRow, type TryForm, useApiKey } from './try-form.ts'

const loadOutcome = () => import('./TryOutcome.tsx')
const TryOutcome = lazy(async () => ({ default: (await loadOutcome()).TryOutcome }))

/** Shown where no answer came (specification, section 8). */
export const statusWithoutAnswer = 500
export const noAnswer = 'The server did not answer'

/** `Error {status}: {message}`. */
export function tryError(status: number, message: string): string {
  return `Error ${status}: ${message}`
}

interface TryFormProps {
  endpoint: EndpointDocs
  form: TryForm
  onChange: (form: TryForm) => void
}

type Problems = Readonly<Record<string, string>>

export function TryPanel({ endpoint, form, onChange }: TryFormProps) {
  const { apiKey } = useApiKey()
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [answer, setAnswer] = useState<TryAnswer>()
  const [failure, setFailure] = useState<string>()
  const reason = reasonOf(endpoint.needsKey ? apiKey : undefined, isBusy)
  const tries = kept.use().filter(({ page }) => page === endpoint.address)
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
      const { addressOf, sendTry } = await loadOutcome()
      const result = await sendTry(endpoint, form, apiKey)
      setAnswer(result)
      announce(result.error ?? `Answered with ${result.status}`)
      keepTry({
        page: endpoint.address,
        method: endpoint.method,
        address: addressOf(endpoint, form),
        form,
        answer: result,
      })
      // The dashboard counts this call too.
      await refreshUsage()
    } catch {
      setFailure(tryError(statusWithoutAnswer, noAnswer))
      announce(tryError(statusWithoutAnswer, noAnswer))
    } finally {
      setBusy(false)
    }
  }
  const restore = (recent: RecentTry) => {
    onChange(recent.form)
    setAnswer(recent.answer)
    setProblems({})
    announce('The form was restored')
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
      <LaterPart>{tries.length > 0 && <TryOutcome answer={answer} tries={tries} onRestore={restore} />}</LaterPart>
    </div>
  )
}

function reasonOf(apiKey: string | undefined, isBusy: boolean): string | undefined {
  if (isBusy) return 'Waiting for the answer…'
  return apiKey?.trim() === '' ? 'Enter an API key to try this request.' : undefined
}

const keyName = 'api-key'

/** No header can hold these, such as the dots of a masked key; a browser refuses them without a word. */
const unsendable = /[^\u0020-\u00ff]/

function headerProblems(form: TryForm, apiKey: string): Problems {
  const problems = headersOf(form)
    .filter(([, value]) => unsendable.test(value))
    .map(([name]): [string, string] => [name, `${name} has characters that no header can hold`])
  if (unsendable.test(apiKey)) {
    problems.push([keyName, 'The key has characters that no API key has; copy it with its button.'])
  }
  return Object.fromEntries(problems)
}

export interface RecentTry {
  id: number
  page: string
  method: string
  address: string
  form: TryForm
  answer: TryAnswer
}

const keptMax = 10

/** The newest first. They may hold names and files, so they stay in memory, for the session alone. */
const kept = createSessionMemory<readonly RecentTry[]>([])
let lastId = 0

function keepTry(recent: Omit<RecentTry, 'id'>): void {
  lastId += 1
  kept.write([{ ...recent, id: lastId }, ...kept.read()].slice(0, keptMax))
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
          ? 'This is the key of your account: what you try counts against your plan.'
          : 'It stays in the memory of this tab, and is gone when you reload or close it.'
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
  const listId = useId()
  const change = (id: number, part: Partial<QueryRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 font-semibold">Query parameters</legend>
      <Suggestions id={listId} words={fields.map(({ name }) => name)} />
      {rows.map(({ id, name, value }, index) => (
        <div key={id} className="flex items-center gap-2">
          <InputBox
            aria-label={`Name of parameter ${index + 1}`}
            placeholder="name"
            list={listId}
            value={name}
            onChange={(event) => change(id, { name: event.target.value })}
          />
          <InputBox
            aria-label={`Value of parameter ${index + 1}`}
            placeholder="value"
            list={`${listId}-${id}`}
            value={value}
            onChange={(event) => change(id, { value: event.target.value })}
          />
          <Suggestions id={`${listId}-${id}`} words={fields.find((field) => field.name === name)?.values ?? []} />
          <IconButton
            icon={Trash2}
            label={`Remove parameter ${index + 1}`}
            onClick={(event) => {
              focusNext(event)
              onChange(rows.filter((row) => row.id !== id))
            }}
          />
        </div>
      ))}
      <div>
        <Button look="plain" onClick={() => onChange([...rows, queryRow()])}>
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          Add parameter
        </Button>
      </div>
    </fieldset>
  )
}

function Suggestions({ id, words }: { id: string; words: readonly string[] }) {
  return (
    <datalist id={id}>
      {words.map((word) => (
        <option key={word} value={word} />
      ))}
    </datalist>
  )
}

/** The button disappears with its row: the focus moves to that of the next row, or to the one that adds a row. */
function focusNext({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.parentElement?.nextElementSibling?.querySelector('button')?.focus()
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
          className={`${controlClasses} file:mr-3 file:rounded-badge file:border-0 file:bg-sunken file:px-2 file:py-0.5 file:font-semibold file:text-text`}
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
