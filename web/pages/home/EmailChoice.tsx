import { errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { useUser } from '../../api/user.tsx'
import { announce } from '../../ui/announce.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failures } from './failures.tsx'

const labels = {
  quotaEmails: 'Email me when 80% and 100% of my calls are used',
  weeklyEmails: 'Email me a weekly summary of events',
} as const

/** Whether the account gets emails of a kind. */
export function EmailChoice({ name }: { name: keyof typeof labels }) {
  const { user, refresh } = useUser()
  const change = useSend('POST /me')
  const set = async (isEmailed: boolean) => {
    try {
      await change.mutateAsync({ body: { [name]: isEmailed } })
      await refresh()
      announce('Saved')
    } catch (error) {
      toast.error(errorText(error, failures.emails))
    }
  }
  return (
    <CheckField
      label={labels[name]}
      checked={user?.[name] ?? false}
      disabled={user === null || change.isPending}
      onChange={({ target }) => set(target.checked)}
    />
  )
}
