import { useState } from 'react'
import { announceNewKey } from '../../account/use-live-key.ts'
import { errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { useUser } from '../../api/user.tsx'
import { ErrorBox } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failures, PendingPanel } from './failures.tsx'

export function ApiKeyPanel() {
  const { user, isLoading, error, refresh } = useUser()
  const [isAsking, setAsking] = useState(false)
  const head = {
    title: 'API Key',
    subtitle: 'Send it in the api-key header. Keep it secret: anyone with this key can make calls on your behalf.',
  }
  if (user === null) {
    const failure = isLoading ? null : (error ?? failures.noUser)
    return <PendingPanel {...head} failure={failure} onRetry={refresh} size="h-23" />
  }
  return (
    <Panel {...head}>
      <p className="rounded-control border border-border bg-sunken px-3 py-2">
        <code aria-hidden="true" className="block truncate font-mono text-sm">
          {maskedKey(user.apiKey)}
        </code>
        <span className="sr-only">Your API key begins with {visiblePart(user.apiKey)}; the rest is hidden.</span>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <CopyKeyButton apiKey={user.apiKey} />
        <Button look="quiet" onClick={() => setAsking(true)}>
          Generate new key
        </Button>
      </div>
      {isAsking && <NewKeyDialog onClose={() => setAsking(false)} />}
    </Panel>
  )
}

/** Characters that are shown (specification, section 9): enough to tell one key from another. */
const visibleCharacters = 10

export function maskedKey(apiKey: string): string {
  return visiblePart(apiKey) + '•'.repeat(Math.max(0, apiKey.length - visibleCharacters))
}

function visiblePart(apiKey: string): string {
  return apiKey.slice(0, visibleCharacters)
}

export function CopyKeyButton({ apiKey, onCopied }: { apiKey: string; onCopied?: () => void }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <CopyButton
        text={apiKey}
        label="Copy API key"
        look="button"
        failure={failures.copy}
        onFailed={() => setShown(true)}
        onCopied={() => {
          toast.success('API key copied to clipboard')
          onCopied?.()
        }}
      />
      {isShown && (
        <div className="w-full">
          <TextField label="API key, to be copied by hand" readOnly value={apiKey} ref={selectAll} />
        </div>
      )}
    </>
  )
}

function selectAll(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { refresh } = useUser()
  const replace = useSend('POST /me/api-key')
  const generate = async () => {
    try {
      await replace.mutateAsync({})
    } catch (error) {
      toast.error(errorText(error, failures.newKey))
      return
    }
    toast.success('New API key generated')
    // Closed first: a second press would replace the new key.
    onClose()
    announceNewKey()
    await refresh()
  }
  return (
    <LazyConfirmDialog
      title="Generate a new API key?"
      description="The old key stops working immediately. Requests that use it will fail until you update them."
      confirm="Generate new key"
      busy="Generating..."
      isBusy={replace.isPending}
      onConfirm={generate}
      onCancel={onClose}
    >
      {replace.error !== null && <ErrorBox>{errorText(replace.error, failures.newKey)}</ErrorBox>}
    </LazyConfirmDialog>
  )
}
