import { type FormEvent, lazy, useEffect, useRef, useState } from 'react'
import { useRefreshUsage } from '../../../account/use-refresh-usage.ts'
import { announce } from '../../../ui/announce.ts'
import { Button } from '../../../ui/buttons.tsx'
import { LaterPart } from '../../../ui/LaterPart.tsx'
import type { EndpointDocs } from '../documentation.ts'
import { useApiKey } from './api-key.ts'
import { headerProblems, keyName } from './header-problems.ts'
import { KeyField } from './KeyField.tsx'
import { noAnswer, statusWithoutAnswer, tryError } from './no-answer.ts'
import { ProblemBox } from './pieces.tsx'
import { QueryBuilder } from './QueryBuilder.tsx'
import { keepTry, useRecentTries } from './recent-tries.ts'
import type { TryAnswer } from './send-try.ts'
import { TryField } from './TryField.tsx'
import { problemsOf, type TryForm } from './try-form.ts'

// What sends a call and shows its answer is loaded with the first try.
const TryOutcome = lazy(async () => ({ default: (await loadOutcome()).TryOutcome }))

interface TryPanelProps {
  endpoint: EndpointDocs
  form: TryForm
  onChange: (form: TryForm) => void
}

/** A form that sends the call, what came back, and the last tries. */
export function TryPanel({ endpoint, form, onChange }: TryPanelProps) {
  const { apiKey } = useApiKey()
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [answer, setAnswer] = useState<TryAnswer>()
  const [failure, setFailure] = useState<string>()
  const { params, headers, body } = endpoint.request
  const reason = reasonOf(apiKey, isBusy)
  const tries = useRecentTries(endpoint.address)
  const refreshUsage = useRefreshUsage()
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Whoever pressed the button below may see none of them: the first one comes into view and is read out.
    if (Object.keys(problems).length > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems])

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const found = { ...problemsOf(endpoint, form), ...headerProblems(form, apiKey) }
    setProblems(found)
    if (reason !== undefined || Object.keys(found).length > 0) return
    setBusy(true)
    setFailure(undefined)
    try {
      // What shows the answer is there before the call is made.
      const [{ addressOf, sendTry }] = await Promise.all([import('./send-try.ts'), loadOutcome()])
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
      // The code that sends could not be loaded.
      setFailure(tryError(statusWithoutAnswer, noAnswer))
      announce(tryError(statusWithoutAnswer, noAnswer))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <form ref={fields} onSubmit={send} noValidate className="flex flex-col gap-5">
        <KeyField error={problems[keyName]} />
        {params.map((field) => (
          <TryField
            key={field.name}
            field={{ ...field, isRequired: true }}
            value={form.params[field.name] ?? ''}
            error={problems[field.name]}
            onChange={(value) => onChange({ ...form, params: { ...form.params, [field.name]: value } })}
          />
        ))}
        {endpoint.method === 'GET' && endpoint.request.query.length > 0 && (
          <QueryBuilder
            fields={endpoint.request.query}
            rows={form.query}
            onChange={(query) => onChange({ ...form, query })}
          />
        )}
        {body.map((field) => (
          <TryField
            key={field.name}
            field={field}
            value={form.body[field.name] ?? ''}
            file={form.file}
            error={problems[field.name]}
            onChange={(value) => onChange({ ...form, body: { ...form.body, [field.name]: value } })}
            onFile={(file) => onChange({ ...form, file })}
          />
        ))}
        {headers.map((field) => (
          <TryField
            key={field.name}
            field={field}
            value={form.headers[field.name] ?? ''}
            error={problems[field.name]}
            onChange={(value) => onChange({ ...form, headers: { ...form.headers, [field.name]: value } })}
          />
        ))}
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
      <LaterPart>
        {tries.length > 0 && (
          <TryOutcome
            answer={answer}
            tries={tries}
            onRestore={(recent) => {
              onChange(recent.form)
              setAnswer(recent.answer)
              setProblems({})
              announce('The form is as it was')
            }}
          />
        )}
      </LaterPart>
    </div>
  )
}

function loadOutcome() {
  return import('./TryOutcome.tsx')
}

/** Why the request cannot be sent now. */
function reasonOf(apiKey: string, isBusy: boolean): string | undefined {
  if (isBusy) return 'Waiting for the answer…'
  return apiKey.trim() === '' ? 'Enter an API key to try this request.' : undefined
}
