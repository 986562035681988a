/** Writes to the support team. A draft is kept until it is sent, whichever panels are opened meanwhile. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { attachmentBytesMax, sizeOf, supportTextMax } from '#contract/limits'
import { attachmentKinds, type SupportCategory, supportCategories } from '#contract/support-words'
import { errorText } from '../../api/call.ts'
import { useAnswer, useSend } from '../../api/queries.ts'
import { createSessionMemory } from '../../api/session-memory.ts'
import { ErrorBox, InlineAlert, NoteBox } from '../../ui/alerts.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx'
import { dayText, numberText } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { PlainRecords } from '../../ui/rows.tsx'
import { toast } from '../../ui/toasts.tsx'
import { base64Of, prepareImage } from '../portal/prepare-image.ts'
import { failures, PendingPanel } from './failures.tsx'

const empty: { category: SupportCategory | ''; description: string } = { category: '', description: '' }
const written = createSessionMemory(empty)
const categoryRules = { required: 'Please choose a category' }
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
  const client = useQueryClient()
  const attachment = useAttachment()
  const submit = form.handleSubmit(async ({ category, description }) => {
    // The rules of the form let none without a category through.
    if (category === '') return
    if (attachment.problem !== undefined) return attachment.input.current?.focus()
    setOutcome(undefined)
    try {
      const { message } = await request.mutateAsync({
        body: { category, description, attachment: attachment.base64 },
      })
      setOutcome({ isSent: true, words: message })
      toast.success(message)
      form.reset(empty)
      written.write(empty)
      attachment.take(undefined)
      client.invalidateQueries({ queryKey: ['GET /me/support'] })
    } catch (error) {
      const words = errorText(error, failures.support)
      setOutcome({ isSent: false, words })
      toast.error(words)
    }
  })
  return (
    <>
      <Panel title="Contact support" subtitle="We’ll reply to your account’s email address.">
        {outcome?.isSent && <NoteBox>{outcome.words}</NoteBox>}
        {outcome?.isSent === false && <ErrorBox>{outcome.words}</ErrorBox>}
        <form onSubmit={submit} noValidate className="flex max-w-column flex-col gap-5">
          <SelectField
            label="Category"
            required
            options={[
              { value: '', label: 'Choose a category' },
              ...supportCategories.map((category) => ({ value: category, label: category })),
            ]}
            error={errors.category?.message}
            {...form.register('category', categoryRules)}
          />
          <TextAreaField
            label="Description"
            rows={8}
            required
            hint={`At most ${numberText(supportTextMax)} characters. Leave out API keys and passwords.`}
            error={errors.description?.message}
            {...form.register('description', rules)}
          />
          <TextField
            ref={attachment.input}
            type="file"
            accept="image/*,.heic,.heif,.pdf,application/pdf"
            label="Attachment (optional)"
            hint={`${attachmentHint} of at most ${sizeOf(attachmentBytesMax)}.`}
            error={attachment.problem}
            onChange={({ target }) => attachment.take(target.files?.[0])}
          />
          <div>
            <Button type="submit" disabled={isSubmitting || attachment.isReading}>
              {isSubmitting ? 'Submitting...' : 'Submit Request'}
            </Button>
          </div>
        </form>
      </Panel>
      <SentRequests />
    </>
  )
}

const attachmentHint = attachmentKinds.replace(/^a/, 'A')

interface Attachment {
  base64?: string
  problem?: string
  isReading?: boolean
}

/** The file of the request: the last one chosen counts, however long each takes to read. */
function useAttachment() {
  const [attachment, setAttachment] = useState<Attachment>({})
  const input = useRef<HTMLInputElement>(null)
  const turns = useRef(0)
  const take = async (file: File | undefined) => {
    turns.current += 1
    const turn = turns.current
    if (file === undefined && input.current !== null) input.current.value = ''
    setAttachment({ isReading: file !== undefined })
    if (file === undefined) return
    const read = await readAttachment(file)
    if (turn === turns.current) setAttachment(read)
  }
  return { ...attachment, input, take }
}

async function readAttachment(file: File): Promise<Attachment> {
  if (file.type !== 'application/pdf') {
    if (!/^image\/|^$/.test(file.type)) return { problem: `Choose ${attachmentKinds}` }
    const image = await prepareImage(file)
    if ('problem' in image) return image
    URL.revokeObjectURL(image.url)
    return { base64: image.base64 }
  }
  if (file.size > attachmentBytesMax) return { problem: `Choose a PDF of at most ${sizeOf(attachmentBytesMax)}` }
  return { base64: await base64Of(file) }
}

function SentRequests() {
  const { data, error, refetch } = useAnswer('GET /me/support', {})
  const title = 'Your requests'
  const failure = error && errorText(error, failures.supportRequests)
  if (data === undefined) return <PendingPanel title={title} failure={failure} onRetry={refetch} size="h-16" />
  const items = data.requests.map(({ number, category, status, createdAt }) => ({
    id: number,
    title: category,
    facts: `Request ${number}, ${dayText(createdAt)}`,
    aside: status === 'open' ? <Badge tone="info">Open</Badge> : <Badge>Closed</Badge>,
  }))
  return (
    <Panel title={title}>
      {failure !== null && <InlineAlert>{failure}</InlineAlert>}
      {items.length === 0 ? (
        <p className="text-muted">Requests you send appear here with their number and status.</p>
      ) : (
        <PlainRecords items={items} />
      )}
    </Panel>
  )
}
