/** The key, usage and the last calls; before the first call also the way to it. Each part fails by itself. */
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import { useRefreshUsage } from '../../account/use-refresh-usage.ts'
import { useAnswer } from '../../api/queries.ts'
import { useUser } from '../../api/user.tsx'
import { announce } from '../../ui/announce.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { classes } from '../../ui/classes.ts'
import { CodeTabs } from '../../ui/code.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ApiKeyPanel, CopyKeyButton } from './api-key.tsx'
import { failures, useErrorToast } from './failures.tsx'
import { RecentRequests } from './recent-requests.tsx'
import { MonthlyUsage, UsageFigures, UsageHistory } from './usage.tsx'

const firstCallPollMs = 5_000

const ApiKeysPanel = lazy(async () => ({ default: (await import('./ApiKeysPanel.tsx')).ApiKeysPanel }))

export function DashboardPanel() {
  const stats = useAnswer('GET /api-events/stats', {})
  const requests = useAnswer(
    'GET /me/requests',
    {},
    { repeatMs: (answer) => answer?.requests.length === 0 && firstCallPollMs },
  )
  useErrorToast(stats.error, failures.statistics)
  useErrorToast(requests.error, failures.requests)

  const hasCalls = requests.data === undefined ? undefined : requests.data.requests.length > 0
  useFirstCall(hasCalls)
  const isKnown = hasCalls !== undefined || requests.error !== null
  return (
    // The first steps come above the rest, which stays hidden for a moment rather than jump down.
    <div className={classes('flex flex-col gap-6', !isKnown && 'animate-late')}>
      {hasCalls === false && <FirstSteps />}
      <UsageFigures />
      <div className="grid gap-6 lg:grid-cols-2">
        <ApiKeyPanel />
        <MonthlyUsage />
      </div>
      <LaterPart fallback={<Skeleton size="h-40" />}>
        <ApiKeysPanel />
      </LaterPart>
      <UsageHistory />
      <RecentRequests />
    </div>
  )
}

/** Announces the first call and refreshes what counts calls. `hasCalls` is undefined until it is known. */
function useFirstCall(hasCalls: boolean | undefined): void {
  const refresh = useRefreshUsage()
  const before = useRef(hasCalls)
  useEffect(() => {
    if (before.current === false && hasCalls === true) {
      announce('Your first call has arrived')
      refresh()
    }
    before.current = hasCalls
  }, [hasCalls, refresh])
}

function FirstSteps() {
  const { user } = useUser()
  const [hasKey, setHasKey] = useState(false)
  const apiKey = hasKey && user !== null ? user.apiKey : '$API_KEY'
  const call = `curl "${window.location.origin}/api/doctors?postalCode=10001&limit=3" \\
  -H "api-key: ${apiKey}"`
  return (
    <Panel title="Make your first call" subtitle="Three steps, about a minute.">
      <ol className="flex flex-col gap-6">
        <Step number={1} title="Copy your API key">
          <div>{user !== null && <CopyKeyButton apiKey={user.apiKey} />}</div>
        </Step>
        <Step number={2} title="Make a call">
          <p className="text-muted">
            Run this in a terminal.{' '}
            {hasKey ? 'It contains your key: do not share it.' : 'Replace $API_KEY with your key.'}
          </p>
          <CodeTabs label="First call" samples={[{ name: 'cURL', code: call }]} />
          <CheckField
            label="Include my key"
            checked={hasKey}
            onChange={({ target }) => setHasKey(target.checked)}
            disabled={user === null}
          />
        </Step>
        <Step number={3} title="See it here">
          <p className="text-muted">
            This page shows it within seconds. The <TextLink to="/documentation">documentation</TextLink> has every
            other call.
          </p>
        </Step>
      </ol>
    </Panel>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="flex size-7 shrink-0 items-center justify-center rounded-badge bg-brand-soft text-sm font-semibold text-on-brand-soft tabular-nums"
      >
        {number}
      </span>
      <div className="flex min-w-0 grow flex-col gap-2">
        <h3 className="pt-0.5 font-semibold">{title}</h3>
        {children}
      </div>
    </li>
  )
}
