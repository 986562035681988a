import { useState } from 'react'
import { useUser } from '../../api/user.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { LoadError } from '../../ui/placeholders.tsx'
import { CopyKeyButton } from './CopyKeyButton.tsx'
import { failures } from './failures.ts'
import { maskedKey, visiblePart } from './masked-key.ts'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { SecretText } from './pieces.tsx'

const subtitle = 'Send it in the api-key header of every call. Whoever has it can call in your name.'

/** The API key, masked: to copy, and to replace by a new one. */
export function ApiKeyPanel() {
  const { user, isLoading, error, refresh } = useUser()
  const [isAsking, setAsking] = useState(false)
  if (user === null) {
    return (
      <Panel title="API Key" subtitle={subtitle} isBusy={isLoading}>
        {isLoading ? <Skeleton size="h-23" /> : <LoadError title={error ?? failures.noUser} onRetry={refresh} />}
      </Panel>
    )
  }
  return (
    <Panel title="API Key" subtitle={subtitle}>
      <SecretText
        shown={maskedKey(user.apiKey)}
        words={`Your API key begins with ${visiblePart(user.apiKey)}; the rest is hidden.`}
      />
      <div className="flex flex-wrap items-center gap-3">
        <CopyKeyButton apiKey={user.apiKey} />
        <Button look="plain" onClick={() => setAsking(true)}>
          Generate new key
        </Button>
      </div>
      {isAsking && <NewKeyDialog onClose={() => setAsking(false)} />}
    </Panel>
  )
}
