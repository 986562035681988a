/** Sends a try and tells all about its answer. */
import type { EndpointDocs } from '../documentation.ts'
import { filled } from '../samples/example-request.ts'
import { noAnswer, statusWithoutAnswer, tryError } from './no-answer.ts'
import { headersOf, queryOf, type TryForm } from './try-form.ts'

export interface TryAnswer {
  /** Of the answer; 500 where none came (specification, section 8). */
  status: number
  ms: number
  bytes: number
  headers: readonly (readonly [string, string])[]
  /** As it came, JSON in lines. */
  text: string
  /** `Error {status}: {message}`, unless it succeeded. */
  error: string | undefined
}

/** Path and query of a try. */
export function addressOf(endpoint: EndpointDocs, form: TryForm): string {
  const path = filled(endpoint.path, form.params)
  const query = endpoint.method === 'GET' ? queryOf(form) : []
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path
}

/** Never throws: whatever goes wrong is an answer with an error. */
export async function sendTry(endpoint: EndpointDocs, form: TryForm, apiKey: string): Promise<TryAnswer> {
  const startedMs = performance.now()
  try {
    const response = await fetch(addressOf(endpoint, form), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        'api-key': apiKey,
        ...Object.fromEntries(headersOf(form)),
        ...(endpoint.method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(endpoint.method !== 'GET' && { body: await bodyOf(endpoint, form) }),
    })
    const text = await response.text()
    const { isJson, value } = parsed(text)
    return {
      status: response.status,
      ms: Math.round(performance.now() - startedMs),
      bytes: new Blob([text]).size,
      headers: [...response.headers],
      text: isJson ? JSON.stringify(value, null, 2) : text,
      error: response.ok
        ? undefined
        : tryError(response.status, messageIn(value) ?? 'The answer was not an error of the API'),
    }
  } catch (error) {
    const message = error instanceof UnreadableFile ? error.message : noAnswer
    return {
      status: statusWithoutAnswer,
      ms: Math.round(performance.now() - startedMs),
      bytes: 0,
      headers: [],
      text: '',
      error: tryError(statusWithoutAnswer, message),
    }
  }
}

class UnreadableFile extends Error {
  constructor() {
    super('Failed to read image file')
  }
}

async function bodyOf({ request }: EndpointDocs, form: TryForm): Promise<string> {
  const members = request.body.map(async ({ name, isFile }): Promise<[string, string]> => {
    const value = isFile && form.file !== undefined ? await base64Of(form.file) : (form.body[name]?.trim() ?? '')
    return [name, value]
  })
  return JSON.stringify(Object.fromEntries((await Promise.all(members)).filter(([, value]) => value !== '')))
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new UnreadableFile())
    reader.readAsDataURL(file)
  })
}

function parsed(text: string): { isJson: boolean; value: unknown } {
  try {
    return { isJson: true, value: JSON.parse(text) }
  } catch {
    return { isJson: false, value: undefined }
  }
}

function messageIn(value: unknown): string | undefined {
  const has = typeof value === 'object' && value !== null && 'error' in value
  return has && typeof value.error === 'string' ? value.error : undefined
}
