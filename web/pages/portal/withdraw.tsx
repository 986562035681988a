/** Takes a pending request back, after asking. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Verification } from '#contract/verifications'
import { CallError, errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { useUser } from '../../api/user.tsx'
import { InlineAlert } from '../../ui/alerts.tsx'
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx'
import { RowAction } from '../../ui/rows.tsx'
import { toast } from '../../ui/toasts.tsx'

export function Withdraw({ request: { id } }: { request: Verification }) {
  const apiKey = useUser().user?.apiKey
  const client = useQueryClient()
  const send = useSend('POST /api/verifications/{id}/withdraw', { apiKey })
  const [isAsking, setAsking] = useState(false)
  const reload = () => client.invalidateQueries({ queryKey: ['GET /api/verifications'] })
  const withdraw = async () => {
    try {
      await send.mutateAsync({ params: { id } })
      toast.success('Verification request withdrawn')
      // The row goes with the list's next state, and the dialog with the row.
      await reload()
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) return
      // It was decided first, and goes to the other list.
      toast.error('This request was already decided, so it wasn’t withdrawn.')
      await reload()
    }
  }
  return (
    <>
      <RowAction
        aria-haspopup="dialog"
        onClick={() => {
          send.reset()
          setAsking(true)
        }}
      >
        Withdraw
      </RowAction>
      {isAsking && (
        <LazyConfirmDialog
          title="Withdraw this request?"
          description="Reviewers won’t see it anymore, and its image is deleted after the retention period. You can submit a new request at any time."
          confirm="Withdraw request"
          busy="Withdrawing..."
          isBusy={send.isPending || send.isSuccess}
          onConfirm={withdraw}
          onCancel={() => setAsking(false)}
        >
          {send.error !== null && (
            <InlineAlert>{errorText(send.error, 'Your request wasn’t withdrawn. Please try again.')}</InlineAlert>
          )}
        </LazyConfirmDialog>
      )}
    </>
  )
}
