import { MailWarning } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '../api/call.ts'
import { useSend } from '../api/queries.ts'
import { wordsOf } from '../api/words.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'

/** As long as an address of the account waits to be verified: says which, and sends the letter again. */
export function EmailNotice({ user }: { user: Output<'GET /me'> }) {
  const resend = useSend('POST /verify-email/resend')
  const [note, setNote] = useState<string>()
  const { email, emailVerified, pendingEmail } = user
  if (emailVerified && pendingEmail === null) return null
  const send = async () => {
    try {
      setNote((await resend.mutateAsync({})).message)
    } catch (error) {
      toast.error(wordsOf(error, 'Failed to send a new link'))
    }
  }
  return (
    <Notice icon={MailWarning} title="Verify your email address">
      <p>
        {pendingEmail === null
          ? `We sent a letter with a link to ${email}. Follow the link to show that the address is yours.`
          : `We sent a letter with a link to ${pendingEmail}. Your address stays ${email} until you follow the link.`}
      </p>
      {note === undefined ? (
        <Button look="plain" disabled={resend.isPending} onClick={send}>
          {resend.isPending ? 'Sending...' : 'Send a new link'}
        </Button>
      ) : (
        <p role="status">{note}</p>
      )}
    </Notice>
  )
}
