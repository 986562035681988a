/** Writes to the support team. A draft is kept until it is sent, whichever panels are opened meanwhile. */
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { supportTextMax } from '#contract/limits'
import { supportCategories } from '#contract/support-words'
import { errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { createSessionMemory } from '../../api/session-memory.ts'
import { ErrorBox, NoteBox } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { SelectField, TextAreaField } from '../../ui/fields.tsx'
import { numberText } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failures } from './failures.tsx'

const empty: { category: (typeof supportCategories)[number]; description: string } = {
  category: supportCategories[0],
  description: '',
}
const written = createSessionMemory(empty)
const rules = {
  validate: (description: string) => {
    const { length } = description.trim()
    if (length === 0) return 'Please provide details about your support request'
    return length <= supportTextMax || `Use at most ${numberText(supportTextMax)} characters`
  },
}

export function SupportPanel() {
  const form = useForm({ defaultValues: written.read() })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => written.write(values) }),
    [form],
  )
  const { errors, isSubmitting } = form.formState
  const [outcome, setOutcome] = useState<{ isSent: boolean; words: string }>()
  const request = useSend('POST /me/support')
  const submit = form.handleSubmit(async (draft) => {
    setOutcome(undefined)
    try {
      const { message } = await request.mutateAsync({ body: draft })
      setOutcome({ isSent: true, words: message })
      toast.success(message)
      form.reset(empty)
      written.write(empty)
    } catch (error) {
      const words = errorText(error, failures.support)
      setOutcome({ isSent: false, words })
      toast.error(words)
    }
  })
  return (
    <Panel title="Write to us" subtitle="We answer by email, to the address of your account.">
      {outcome?.isSent && <NoteBox>{outcome.words}</NoteBox>}
      {outcome?.isSent === false && <ErrorBox>{outcome.words}</ErrorBox>}
      <form onSubmit={submit} noValidate className="flex max-w-column flex-col gap-5">
        <SelectField
          label="Category"
          options={supportCategories.map((category) => ({ value: category, label: category }))}
          {...form.register('category')}
        />
        <TextAreaField
          label="Description"
          rows={8}
          required
          hint={`At most ${numberText(supportTextMax)} characters. Leave out API keys and passwords.`}
          error={errors.description?.message}
          {...form.register('description', rules)}
        />
        <div>
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Submitting...' : 'Submit Request'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
