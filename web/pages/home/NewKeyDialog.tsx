import { tellOfNewKey } from '../../account/use-live-key.ts'
import { errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { useUser } from '../../api/user.tsx'
import { ErrorBox } from '../../ui/alerts.tsx'
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failures } from './failures.ts'

/** Asks before the key is replaced, since programs that use it stop working. It stays open when that fails. */
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
    // Closed first: a second press would replace the key that was made just now.
    onClose()
    tellOfNewKey()
    await refresh()
  }
  return (
    <LazyConfirmDialog
      title="Generate a new API key?"
      description="The old key stops working at once. Every program that uses it is refused until you give it the new one."
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
