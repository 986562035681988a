import { useState } from 'react'
import { useAnswer } from '../../../api/queries.ts'
import { createSessionMemory } from '../../../api/session-memory.ts'
import { useUser } from '../../../api/user.tsx'
import type { EndpointDocs } from '../documentation.ts'
import { filled, isJsonOf, type SampleCall, sampleFile } from '../samples.ts'
import type { TryAnswer } from './TryOutcome.tsx'

export interface QueryRow {
  id: number
  name: string
  value: string
  /** Whether the name is typed, too. */
  isOther: boolean
}

export interface TryForm {
  params: Readonly<Record<string, string>>
  query: readonly QueryRow[]
  headers: Readonly<Record<string, string>>
  body: Readonly<Record<string, string>>
  file: File | undefined
}

/** An endpoint's form and how to change it: at first the contract's example, with an NPI of this registry. */
export function useTryForm(endpoint: EndpointDocs): [TryForm, (form: TryForm) => void] {
  const [example] = useState(() => exampleForm(endpoint))
  const [changed, change] = useState<TryForm>()
  const hasNpi = 'npi' in example.params || 'npi' in example.body || example.query.some(({ name }) => name === 'npi')
  const { data } = useAnswer('GET /registry', {}, { isEnabled: hasNpi })
  // Verifications are for clinicians.
  const kind = endpoint.group === 'organizations' || endpoint.group === 'individuals' ? endpoint.group : 'doctors'
  return [changed ?? withNpi(example, data?.exampleNpis[kind]), change]
}

function exampleForm({ example, request }: EndpointDocs): TryForm {
  const files = request.body.filter(({ isFile }) => isFile).map(({ name }) => name)
  return {
    params: Object.fromEntries(example.params),
    query: example.query.map(([name, value]) => queryRow(name, value)),
    headers: {},
    body: Object.fromEntries(example.body.filter(([name]) => !files.includes(name))),
    file: undefined,
  }
}

function withNpi(form: TryForm, known: number | null | undefined): TryForm {
  if (known === undefined || known === null) return form
  const npi = String(known)
  const within = (values: TryForm['body']) => ('npi' in values ? { ...values, npi } : values)
  return {
    ...form,
    params: within(form.params),
    body: within(form.body),
    query: form.query.map((row) => (row.name === 'npi' ? { ...row, value: npi } : row)),
  }
}

let lastId = 0

export function queryRow(name: string, value = '', isOther = false): QueryRow {
  lastId += 1
  return { id: lastId, name, value, isOther }
}

/** Only parameters with a name and a value are sent (specification, section 5). */
export function queryOf({ query }: TryForm): [string, string][] {
  return query
    .map(({ name, value }): [string, string] => [name.trim(), value.trim()])
    .filter(([name, value]) => name !== '' && value !== '')
}

export function headersOf({ headers }: TryForm): [string, string][] {
  return Object.entries(headers)
    .map(([name, value]): [string, string] => [name, value.trim()])
    .filter(([, value]) => value !== '')
}

export function sampleCallOf(endpoint: EndpointDocs, form: TryForm): SampleCall {
  const body = endpoint.request.body.flatMap((field) => {
    const { name, isFile = false } = field
    const value = isFile ? (form.file?.name ?? sampleFile) : (form.body[name]?.trim() ?? '')
    return value === '' ? [] : [{ name, value, isFile, isJson: isJsonOf(field, value) }]
  })
  return {
    method: endpoint.method,
    path: filled(endpoint.path, form.params),
    query: endpoint.method === 'GET' ? queryOf(form) : [],
    headers: headersOf(form),
    body,
    apiKey: endpoint.needsKey ? undefined : null,
  }
}

/** What to say of each required field that is empty, by its name. */
export function missingIn({ request }: EndpointDocs, form: TryForm): Record<string, string> {
  const isEmpty = (value = '') => value.trim() === ''
  const missing = [
    ...request.params.filter(({ name }) => isEmpty(form.params[name])),
    ...request.body.filter(
      ({ name, isFile, isRequired }) => isRequired && (isFile ? form.file === undefined : isEmpty(form.body[name])),
    ),
  ]
  return Object.fromEntries(
    missing.map(({ name, isFile }) => [name, isFile ? 'Please choose an image' : `Please enter ${name}`]),
  )
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
export const keptTries = createSessionMemory<readonly RecentTry[]>([])
let lastTryId = 0

export function keepTry(recent: Omit<RecentTry, 'id'>): RecentTry {
  lastTryId += 1
  const kept = { ...recent, id: lastTryId }
  keptTries.write([kept, ...keptTries.read()].slice(0, keptMax))
  return kept
}

const statusWords: Readonly<Record<number, string>> = { 200: '200 OK', 201: '201 Created', 202: '202 Accepted' }

export function statusText(status: number): string {
  return statusWords[status] ?? String(status)
}

const typed = createSessionMemory<string | undefined>(undefined)

/** The key that tries send: the typed one, kept in this tab's memory (security plan, B12), else the user's own. */
export function useApiKey(): { apiKey: string; isOwn: boolean; type: (key: string | undefined) => void } {
  const { user } = useUser()
  const held = typed.use()
  const own = user?.apiKey
  return { apiKey: held ?? own ?? '', isOwn: own !== undefined && (held ?? own) === own, type: typed.write }
}
