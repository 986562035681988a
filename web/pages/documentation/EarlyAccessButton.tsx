import { errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { useToken } from '../../api/tokens.ts'
import { Button } from '../../ui/buttons.tsx'
import { toast } from '../../ui/toasts.tsx'

const failure = 'Failed to submit support request. Please try again.'

/** For those who are signed in: asks our support team for what is in beta. */
export function EarlyAccessButton({ feature }: { feature: string }) {
  const isSignedIn = typeof useToken('api') === 'string'
  const send = useSend('POST /me/support')
  if (!isSignedIn) return null

  const request = async () => {
    try {
      const description = `Early access to ${feature}, please.`
      const { message } = await send.mutateAsync({ body: { category: 'Feature Request', description } })
      toast.success(message)
    } catch (error) {
      toast.error(errorText(error, failure))
    }
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Button look="plain" disabled={send.isPending || send.isSuccess} onClick={request}>
        {send.isSuccess ? 'Early Access Requested' : 'Request Early Access'}
      </Button>
      {/* No InlineAlert: every page of the documentation would load the code of the signed-in pages for it. */}
      {send.error !== null && (
        <p role="alert" className="text-sm text-danger">
          {errorText(send.error, failure)}
        </p>
      )}
    </div>
  )
}
