/** The way to a first response: a key, a call that runs here, and where to go next. */
import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRefreshUsage } from '../../account/use-refresh-usage.ts'
import { type CallError, call, errorText } from '../../api/call.ts'
import { useUser } from '../../api/user.tsx'
import { announce } from '../../ui/announce.ts'
import { Button, LinkButton } from '../../ui/buttons.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { CodeSheet, CodeTabs } from '../../ui/code.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CopyKeyButton, maskedKey } from './api-key.tsx'

const query = { postalCode: '10001', limit: '3' }

/** `onCall` is called before the call is sent. */
export function FirstCall({ onCall }: { onCall: () => void }) {
  const { user } = useUser()
  const [isCopied, setCopied] = useState(false)
  const [hasKey, setHasKey] = useState(false)
  const { mutate, data, error, isPending } = useFirstResponse()
  const apiKey = hasKey && user !== null ? user.apiKey : '$API_KEY'
  const sample = `curl "${window.location.origin}/api/doctors?${new URLSearchParams(query)}" \\
  -H "api-key: ${apiKey}"`
  const run = () => {
    if (user === null) return
    onCall()
    mutate(user.apiKey)
  }
  return (
    <Panel title="Make your first call" subtitle="Three steps, about a minute.">
      <ol className="flex flex-col gap-6">
        <Step number={1} title="Copy your API key" isDone={isCopied}>
          {user !== null && (
            <div className="flex flex-wrap items-center gap-3">
              <code aria-hidden="true" className="font-mono text-sm break-all">
                {maskedKey(user.apiKey)}
              </code>
              <CopyKeyButton apiKey={user.apiKey} onCopied={() => setCopied(true)} />
            </div>
          )}
        </Step>
        <Step number={2} title="Find three doctors" isDone={data !== undefined}>
          <CodeTabs label="First call" samples={[{ name: 'cURL', code: sample }]} />
          <div className="flex flex-wrap items-center gap-4">
            <Button onClick={run} disabled={user === null || isPending}>
              {isPending ? 'Running...' : 'Run this call'}
            </Button>
            <CheckField
              label="Include my key"
              checked={hasKey}
              onChange={({ target }) => setHasKey(target.checked)}
              disabled={user === null}
            />
          </div>
          <p className="text-sm text-muted">
            Run it here, or in a terminal.{' '}
            {hasKey
              ? 'The sample contains your key, so don’t share it.'
              : 'Replace $API_KEY in the sample with your key.'}
          </p>
          {error !== null && (
            <p role="alert" className="text-danger">
              {errorText(error, 'The server didn’t respond. Try again.')}
            </p>
          )}
          {data !== undefined && (
            <div className="max-h-96 overflow-y-auto rounded-panel">
              <CodeSheet title={`200 OK · ${data.ms} ms`} code={data.text} label="Response to your first call" />
            </div>
          )}
        </Step>
        <Step number={3} title="Build on it" isDone={false}>
          <p className="text-muted">Search by your own place and specialty, then call the API from your code.</p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/documentation/doctors/get" look={data === undefined ? 'plain' : 'primary'}>
              Try your own search
            </LinkButton>
            <LinkButton to="/documentation" look="plain">
              Read the documentation
            </LinkButton>
          </div>
        </Step>
      </ol>
    </Panel>
  )
}

function useFirstResponse() {
  const refreshUsage = useRefreshUsage()
  return useMutation<{ text: string; ms: number }, CallError, string>({
    mutationFn: async (apiKey) => {
      const startedMs = performance.now()
      const found = await call('GET /api/doctors', { query }, { apiKey })
      return { text: JSON.stringify(found, null, 2), ms: Math.round(performance.now() - startedMs) }
    },
    onSuccess: () => announce('Response: 200 OK'),
    onSettled: refreshUsage,
  })
}

interface StepProps {
  number: number
  title: string
  isDone: boolean
  children: ReactNode
}

function Step({ number, title, isDone, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="flex size-7 shrink-0 items-center justify-center rounded-badge bg-brand-soft text-sm font-semibold text-on-brand-soft tabular-nums"
      >
        {isDone ? <Check size={18} strokeWidth={1.75} /> : number}
      </span>
      <div className="flex min-w-0 grow flex-col gap-3">
        <h3 className="pt-0.5 font-semibold">
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </h3>
        {children}
      </div>
    </li>
  )
}
