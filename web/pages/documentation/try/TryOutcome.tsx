import { useEffect, useRef } from 'react'
import { Badge } from '../../../ui/Badge.tsx'
import { CodeSheet } from '../../../ui/code.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { bytesText, numberText } from '../../../ui/format.ts'
import { TextLink } from '../../../ui/links.tsx'
import { requestAddress } from '../../home/panels.ts'
import type { EndpointDocs } from '../documentation.ts'
import { RuledTable } from '../pieces.tsx'
import { filled, isJsonOf } from '../samples.ts'
import { noAnswer, ProblemBox, statusWithoutAnswer, tryError } from './TryPanel.tsx'
import { headersOf, queryOf, type RecentTry, statusText, type TryForm, useApiKey } from './try-form.ts'

export interface TryAnswer {
  status: number
  ms: number
  bytes: number
  headers: readonly (readonly [string, string])[]
  text: string
  error: string | undefined
}

/** The response, in the place of the example. */
export function TryOutcome({ answer }: { answer: TryAnswer }) {
  const { status, ms, bytes, headers, text, error } = answer
  const { isOwn } = useApiKey()
  const requestId = headers.find(([name]) => name === 'x-request-id')?.[1]
  const facts = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every response comes into view.
  useEffect(() => {
    facts.current?.scrollIntoView({ block: 'nearest' })
  }, [answer])
  return (
    <section aria-label="Response to your request" className="flex min-w-0 flex-col gap-3 print:hidden">
      <p ref={facts} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted tabular-nums">
        <Badge tone={error === undefined ? 'success' : 'danger'}>{statusText(status)}</Badge>
        <span>{ms} ms</span>
        <span>{bytesText(bytes)}</span>
      </p>
      {error !== undefined && <ProblemBox>{error}</ProblemBox>}
      {error !== undefined && isOwn && requestId !== undefined && (
        <p className="text-sm text-muted">
          Request <TextLink to={requestAddress(requestId)}>{requestId}</TextLink> in your requests
        </p>
      )}
      {text !== '' && <CodeSheet title="Response body" code={text.slice(0, shownMax)} label="Response body" />}
      {text.length > shownMax && (
        <p className="text-sm text-muted">Showing the first {numberText(shownMax)} characters.</p>
      )}
      {headers.length > 0 && (
        <Disclosure summary={`Headers (${headers.length})`}>
          <RuledTable
            label="Headers of the response to your request"
            head={['Header', 'Value']}
            rows={headers.map(([name, value]) => ({
              key: name,
              cells: [name, value].map((cell) => (
                <span key={cell} className="font-mono text-sm break-all">
                  {cell}
                </span>
              )),
            }))}
          />
        </Disclosure>
      )}
    </section>
  )
}

const shownMax = 60_000

interface RecentTriesProps {
  tries: readonly RecentTry[]
  onRestore: (recent: RecentTry) => void
}

export function RecentTries({ tries, onRestore }: RecentTriesProps) {
  return (
    <section aria-labelledby="recent-tries" className="flex flex-col gap-2 print:hidden">
      <h3 id="recent-tries" className="text-lg font-semibold">
        Recent requests
      </h3>
      <ul className="divide-y divide-border border-y border-border">
        {tries.map((recent) => (
          <li key={recent.id}>
            <button
              type="button"
              className="flex min-h-10 w-full items-center justify-between gap-4 px-1 py-2 text-left hover:bg-sunken"
              onClick={() => onRestore(recent)}
            >
              <span className="font-mono text-sm break-all">
                {recent.method} {recent.address}
              </span>
              <span className="shrink-0 text-sm text-muted">
                {recent.answer.status} · {recent.answer.ms} ms
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function addressOf(endpoint: EndpointDocs, form: TryForm): string {
  const path = filled(endpoint.path, form.params)
  const query = endpoint.method === 'GET' ? queryOf(form) : []
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path
}

/** Never throws: a failure is an answer with an error. */
export async function sendTry(endpoint: EndpointDocs, form: TryForm, apiKey: string): Promise<TryAnswer> {
  const startedMs = performance.now()
  const isSending = endpoint.method !== 'GET'
  try {
    const response = await fetch(addressOf(endpoint, form), {
      method: endpoint.method,
      // What is tried is the server.
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        ...(endpoint.needsKey && { 'api-key': apiKey }),
        ...Object.fromEntries(headersOf(form)),
        ...(isSending && { 'content-type': 'application/json' }),
      },
      ...(isSending && { body: await bodyOf(endpoint, form) }),
    })
    const text = await response.text()
    const { isJson, value } = parsed(text)
    const message = messageIn(value) ?? 'The response wasn’t an API error'
    return {
      status: response.status,
      ms: Math.round(performance.now() - startedMs),
      bytes: new Blob([text]).size,
      headers: [...response.headers],
      text: isJson ? JSON.stringify(value, null, 2) : text,
      error: response.ok ? undefined : tryError(response.status, message),
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
  override message = 'Failed to read image file'
}

async function bodyOf({ request }: EndpointDocs, form: TryForm): Promise<string> {
  const members = request.body.map(async (field): Promise<[string, unknown]> => {
    const { name, isFile } = field
    const value = isFile && form.file !== undefined ? await base64Of(form.file) : (form.body[name]?.trim() ?? '')
    return [name, isJsonOf(field, value) ? JSON.parse(value) : value]
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
