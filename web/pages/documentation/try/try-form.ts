/** What the form of a try holds, and the call that it makes. */
import type { EndpointDocs } from '../documentation.ts'
import { filled, sampleFile } from '../samples/example-request.ts'
import type { SampleCall } from '../samples/sample-request.ts'

export interface QueryRow {
  id: number
  name: string
  value: string
}

export interface TryForm {
  params: Readonly<Record<string, string>>
  query: readonly QueryRow[]
  headers: Readonly<Record<string, string>>
  body: Readonly<Record<string, string>>
  file: File | undefined
}

let lastId = 0

/** A row of the query; its id is new. */
export function queryRow(name = '', value = ''): QueryRow {
  lastId += 1
  return { id: lastId, name, value }
}

/** The contract's example, filled in. */
export function exampleForm({ example, request }: EndpointDocs): TryForm {
  const files = request.body.filter(({ isFile }) => isFile).map(({ name }) => name)
  return {
    params: Object.fromEntries(example.params),
    query: example.query.map(([name, value]) => queryRow(name, value)),
    headers: {},
    body: Object.fromEntries(example.body.filter(([name]) => !files.includes(name))),
    file: undefined,
  }
}

/** Only what has a name and a value is sent (specification, section 5). */
export function queryOf({ query }: TryForm): [string, string][] {
  return query
    .map(({ name, value }): [string, string] => [name.trim(), value.trim()])
    .filter(([name, value]) => name !== '' && value !== '')
}

/** The call as the samples write it. */
export function sampleCallOf(endpoint: EndpointDocs, form: TryForm): SampleCall {
  const body = endpoint.request.body.flatMap(({ name, isFile = false }) => {
    const value = isFile ? (form.file?.name ?? sampleFile) : (form.body[name]?.trim() ?? '')
    return value === '' ? [] : [{ name, value, isFile }]
  })
  return {
    method: endpoint.method,
    path: filled(endpoint.path, form.params),
    query: endpoint.method === 'GET' ? queryOf(form) : [],
    headers: headersOf(form),
    body,
    apiKey: undefined,
  }
}

/** The headers that have a value. */
export function headersOf({ headers }: TryForm): [string, string][] {
  return Object.entries(headers)
    .map(([name, value]): [string, string] => [name, value.trim()])
    .filter(([, value]) => value !== '')
}

/** What keeps a form from being sent, by the name of its field. */
export function problemsOf({ request }: EndpointDocs, form: TryForm): Record<string, string> {
  const missing = [
    ...request.params.filter(({ name }) => (form.params[name]?.trim() ?? '') === ''),
    ...request.body.filter(
      ({ name, isFile, isRequired }) =>
        isRequired && (isFile ? form.file === undefined : (form.body[name]?.trim() ?? '') === ''),
    ),
  ]
  return Object.fromEntries(
    missing.map(({ name, isFile }) => [name, isFile ? 'Please choose an image' : `Please enter ${name}`]),
  )
}
