import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../../api/user.tsx'
import { Notice } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'

/** Advises a new key where the password was reset or the address changed: whoever had the account before has the old key (B6). */
export function KeyAdvice() {
  const { user } = useUser()
  const [isAsking, setAsking] = useState(false)
  if (!user?.keyReplaceAdvised) return null
  return (
    <Notice icon={KeyRound} title="Replace your API key?">
      <p>
        Your password or email address has changed, but your API key works on. If somebody else may have had access to
        your account, replace it.
      </p>
      <Button look="plain" onClick={() => setAsking(true)}>
        Replace API key
      </Button>
      {isAsking && <NewKeyDialog onClose={() => setAsking(false)} />}
    </Notice>
  )
}
