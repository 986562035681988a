import { useState } from 'react'
import { useUser } from '../../api/user.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { CodeTabs } from '../../ui/code.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CopyKeyButton } from './CopyKeyButton.tsx'
import { firstCall } from './first-call.ts'
import { NumberedSteps } from './pieces.tsx'

/** The way to the first call. It goes by itself once that was made. */
export function FirstSteps() {
  const { user } = useUser()
  const [hasKey, setHasKey] = useState(false)
  const apiKey = hasKey && user !== null ? user.apiKey : '$API_KEY'
  const copied = hasKey ? 'Your key is part of it: share it with nobody.' : 'Put your key in the place of $API_KEY.'
  return (
    <Panel title="Make your first call" subtitle="Three steps, about a minute.">
      <NumberedSteps
        steps={[
          {
            title: 'Copy your API key',
            content: <div>{user !== null && <CopyKeyButton apiKey={user.apiKey} />}</div>,
          },
          {
            title: 'Make a call',
            content: (
              <>
                <p className="text-muted">Run this in a terminal. {copied}</p>
                <CodeTabs
                  label="First call"
                  samples={[{ name: 'cURL', code: firstCall(window.location.origin, apiKey) }]}
                />
                <CheckField
                  label="Include my key"
                  checked={hasKey}
                  onChange={({ target }) => setHasKey(target.checked)}
                  disabled={user === null}
                />
              </>
            ),
          },
          {
            title: 'See it here',
            content: (
              <p className="text-muted">
                This page shows it within seconds. The <TextLink to="/documentation">documentation</TextLink> has every
                other call.
              </p>
            ),
          },
        ]}
      />
    </Panel>
  )
}
