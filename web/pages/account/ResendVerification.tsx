import { useState } from 'react'
import { errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { currentArea, deviceField } from '../../api/tokens.ts'
import { areaAddresses } from '../../frame/next-address.ts'
import { ErrorBox, NoteBox } from '../../ui/alerts.tsx'
import { Button, LinkButton } from '../../ui/buttons.tsx'
/** Has a new verification link sent to those who are signed in; the others sign in first, since the link goes to their address. */
export function ResendVerification() {
  const resend = useSend('POST /verify-email/resend')
  const [note, setNote] = useState<string>()
  const area = currentArea()
  if (area === undefined) {
    return (
      <>
        <p>Sign in to have a new link sent to your address.</p>
        <LinkButton to={`${areaAddresses.api.login}?next=/verify-email`}>Sign in</LinkButton>
        <LinkButton to={`${areaAddresses.portal.login}?next=/verify-email`} look="plain">
          Sign in to My Verifications
        </LinkButton>
      </>
    )
  }
  const send = async () => {
    setNote(undefined)
    await resend.mutateAsync({ body: deviceField() }).then(
      ({ message }) => setNote(message),
      () => undefined,
    )
  }
  return (
    <>
      {note !== undefined && <NoteBox>{note}</NoteBox>}
      {resend.error !== null && <ErrorBox>{errorText(resend.error, 'Failed to send a new link')}</ErrorBox>}
      <Button onClick={send} disabled={resend.isPending}>
        {resend.isPending ? 'Sending...' : 'Send a new link'}
      </Button>
      <LinkButton to={areaAddresses[area].home} look="plain">
        Continue without
      </LinkButton>
    </>
  )
}
