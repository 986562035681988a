import { MailWarning } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorText, type Output } from '../api/call.ts'
import { useSend } from '../api/queries.ts'
import { deviceField } from '../api/tokens.ts'
import { InlineAlert, Notice } from '../ui/alerts.tsx'
import { Button } from '../ui/buttons.tsx'

export function EmailNotice({ user }: { user: Output<'GET /me'> }) {
  const resend = useSend('POST /verify-email/resend')
  const [note, setNote] = useState<string>()
  const outcome = useRef<HTMLDivElement>(null)
  const { email, emailVerified, pendingEmail } = user
  if (emailVerified && pendingEmail === null) return null
  const send = async () => {
    try {
      setNote((await resend.mutateAsync({ body: deviceField() })).message)
      // The button gives way to the note and takes its focus along, unless the focus is elsewhere.
      const { activeElement, body } = document
      if (activeElement === body || outcome.current?.contains(activeElement)) outcome.current?.focus()
    } catch {
      // Said below.
    }
  }
  return (
    <Notice icon={MailWarning} title="Verify your email address">
      <p>
        {pendingEmail === null
          ? `We sent a link to ${email}. Click it to confirm your address.`
          : `We sent a link to ${pendingEmail}. Your address stays ${email} until you click it.`}
      </p>
      {/* There before the note, since screen readers announce only what changes in it. */}
      <div ref={outcome} role="status" tabIndex={-1}>
        {note ?? (
          <Button look="plain" disabled={resend.isPending} onClick={send}>
            {resend.isPending ? 'Sending...' : 'Send a new link'}
          </Button>
        )}
      </div>
      {resend.error !== null && <InlineAlert>{errorText(resend.error, 'Failed to send a new link')}</InlineAlert>}
    </Notice>
  )
}
