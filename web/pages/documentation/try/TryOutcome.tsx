import { NoteBox } from '../../../ui/alerts.tsx'
import { CodeSheet } from '../../../ui/code.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { numberText } from '../../../ui/format.ts'
import { Figures } from '../../../ui/loading.tsx'
import type { EndpointDocs } from '../documentation.ts'
import { RuledTable } from '../pieces.tsx'
import { filled } from '../samples.ts'
import { noAnswer, ProblemBox, type RecentTry, statusWithoutAnswer, tryError } from './TryPanel.tsx'
import { headersOf, queryOf, type TryForm } from './try-form.ts'

export interface TryAnswer {
  status: number
  ms: number
  bytes: number
  headers: readonly (readonly [string, string])[]
  text: string
  error: string | undefined
}

interface TryOutcomeProps {
  answer: TryAnswer | undefined
  tries: readonly RecentTry[]
  onRestore: (recent: RecentTry) => void
}

export function TryOutcome({ answer, tries, onRestore }: TryOutcomeProps) {
  return (
    <>
      {answer !== undefined && <TryAnswerView answer={answer} />}
      <section aria-labelledby="recent-tries" className="flex flex-col gap-2">
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
    </>
  )
}

const shownMax = 60_000

function TryAnswerView({ answer }: { answer: TryAnswer }) {
  const { status, ms, bytes, headers, text, error } = answer
  return (
    <section aria-label="Answer to your request" className="flex min-w-0 flex-col gap-3">
      {error === undefined ? <NoteBox>Answered with {status}.</NoteBox> : <ProblemBox>{error}</ProblemBox>}
      <Figures
        items={[
          { name: 'Status', value: String(status) },
          { name: 'Time', value: `${ms} ms` },
          { name: 'Size', value: bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB` },
        ]}
      />
      {headers.length > 0 && (
        <Disclosure summary={`Headers (${headers.length})`}>
          <RuledTable
            label="Headers of the answer to your request"
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
      {text !== '' && (
        <CodeSheet title="Body" code={text.slice(0, shownMax)} label="Body of the answer to your request" />
      )}
      {text.length > shownMax && (
        <p className="text-sm text-muted">Only the beginning is shown: {numberText(shownMax)} characters.</p>
      )}
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
    const message = messageIn(value) ?? 'The answer was not an error of the API'
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
