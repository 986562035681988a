import { MailWarning } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorText, type Output } from '../api/call.ts'
import { useSend } from '../api/queries.ts'
import { deviceField } from '../api/tokens.ts'
import { InlineAlert, Notice } from '../ui/alerts.tsx'
import { Button } from '../ui/buttons.tsx'
import { toast } from '../ui/toasts.tsx'

const failure = 'Failed to send a new link'

/** As long as an address of the account waits to be verified: says which, and sends the letter again. */
export function EmailNotice({ user }: { user: Output<'GET /me'> }) {
  const resend = useSend('POST /verify-email/resend')
  const [note, setNote] = useState<string>()
  const outcome = useRef<HTMLDivElement>(null)
  const { email, emailVerified, pendingEmail } = user
  if (emailVerified && pendingEmail === null) return null
  const send = async () => {
    try {
      setNote((await resend.mutateAsync({ body: deviceField() })).message)
      // The button gives way to the note. Its focus goes there, unless it is elsewhere; a disabled button may have lost it.
      const { activeElement, body } = document
      if (activeElement === body || outcome.current?.contains(activeElement)) outcome.current?.focus()
    } catch (error) {
      toast.error(errorText(error, failure))
    }
  }
  return (
    <Notice icon={MailWarning} title="Verify your email address">
      <p>
        {pendingEmail === null
          ? `We sent a letter with a link to ${email}. Follow the link to show that the address is yours.`
          : `We sent a letter with a link to ${pendingEmail}. Your address stays ${email} until you follow the link.`}
      </p>
      {/* It is there before the note, since only what changes in it is read out. */}
      <div ref={outcome} role="status" tabIndex={-1}>
        {note ?? (
          <Button look="plain" disabled={resend.isPending} onClick={send}>
            {resend.isPending ? 'Sending...' : 'Send a new link'}
          </Button>
        )}
      </div>
      {resend.error !== null && <InlineAlert>{errorText(resend.error, failure)}</InlineAlert>}
    </Notice>
  )
}
