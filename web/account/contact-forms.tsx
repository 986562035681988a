import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../api/call.ts'
import { useSend } from '../api/queries.ts'
import { useUser } from '../api/user.tsx'
import { ErrorBox } from '../ui/alerts.tsx'
import { Button } from '../ui/buttons.tsx'
import { ownEscape } from '../ui/dialog-escape.ts'
import { PasswordField, TextField } from '../ui/fields.tsx'
import { toast } from '../ui/toasts.tsx'
import { emailRules, phoneRules } from './field-rules.ts'

export function EmailForm({ email, onClose }: { email: string; onClose: () => void }) {
  const { refresh } = useUser()
  const change = useSend('POST /me')
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email, password: '' } })
  const [refusal, setRefusal] = useState<{ words: string; count: number }>()
  const save = handleSubmit(async ({ email: newEmail, password }) => {
    try {
      await change.mutateAsync({ body: { newEmail, password } })
      await refresh()
    } catch (error) {
      const words = errorText(error, 'Failed to update email')
      setRefusal((before) => ({ words, count: (before?.count ?? 0) + 1 }))
      toast.error(words)
      return
    }
    toast.success(`Email updated successfully. Check ${newEmail} to confirm it.`)
    onClose()
  })
  // The server answers an empty field, in one sentence for both.
  const { pattern, maxLength } = emailRules
  return (
    <InlineEditForm isSaving={formState.isSubmitting} onSubmit={save} onCancel={onClose}>
      {refusal !== undefined && <ErrorBox key={refusal.count}>{refusal.words}</ErrorBox>}
      <TextField
        label="New email address"
        type="email"
        autoComplete="email"
        hint="We’ll email a link to it. Your address changes when you click the link, and you’ll sign in again."
        error={formState.errors.email?.message}
        {...register('email', { pattern, maxLength })}
      />
      <PasswordField label="Your password" autoComplete="current-password" {...register('password')} />
    </InlineEditForm>
  )
}

export function PhoneForm({ phone, onClose }: { phone: string; onClose: () => void }) {
  const { refresh } = useUser()
  const change = useSend('POST /me')
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { phone } })
  const save = handleSubmit(async ({ phone: newPhone }) => {
    try {
      await change.mutateAsync({ body: { newPhone } })
      await refresh()
    } catch (error) {
      const words = errorText(error, 'Failed to update phone number')
      setError('phone', { message: words }, { shouldFocus: true })
      toast.error(words)
      return
    }
    toast.success('Phone number updated successfully')
    onClose()
  })
  return (
    <InlineEditForm isSaving={formState.isSubmitting} onSubmit={save} onCancel={onClose}>
      <TextField
        label="Phone number"
        type="tel"
        autoComplete="tel"
        error={formState.errors.phone?.message}
        {...register('phone', phoneRules)}
      />
    </InlineEditForm>
  )
}

interface InlineEditFormProps extends Omit<ComponentProps<'form'>, 'className' | 'onKeyDown'> {
  isSaving: boolean
  onCancel: () => void
}

/** The form of an InlineEdit: its first field has the focus, Enter saves and Escape cancels. */
export function InlineEditForm({ isSaving, onCancel, children, ...rest }: InlineEditFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = form.current?.querySelector('input')
    field?.focus()
    field?.select()
  }, [])
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isSaving) onCancel()
  }
  return (
    <form ref={form} noValidate onKeyDown={cancelOnEscape} className="flex flex-col gap-3" {...ownEscape} {...rest}>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
        <Button look="plain" disabled={isSaving} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
