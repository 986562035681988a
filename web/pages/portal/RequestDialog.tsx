import { useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import type { Output } from '../../api/call.ts'
import { ErrorBox, ErrorSummary } from '../../ui/alerts.tsx'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/buttons.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialogs.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { ProgressBar } from '../../ui/meters.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ImageInput } from './ImageInput.tsx'
import { NpiField } from './NpiField.tsx'
import { refusalWords } from './refusal-words.ts'
import {
  credentialOf,
  credentialOptions,
  credentialRules,
  npiDigits,
  type RequestStart,
  type RequestValues,
} from './request-form.ts'
import { useKeptPage } from './use-kept-page.ts'
import { useRequests } from './use-requests.ts'
import { useSubmission } from './use-submission.ts'

interface RequestDialogProps {
  user: Output<'GET /me'>
  start: RequestStart
  onClose: () => void
  /** Told the id of the new request. */
  onSubmitted: (id: string) => void
}

/** From top to bottom (specification, section 2). */
const fieldNames = ['npi', 'image', 'credential'] as const satisfies readonly (keyof RequestValues)[]

const formId = 'new-verification'

/** Takes a request: NPI, image and credential. It asks before what was typed is lost. */
export function RequestDialog({ user, start, onClose, onSubmitted }: RequestDialogProps) {
  const form = useForm<RequestValues>({
    defaultValues: { npi: user.npi ?? start.npi ?? '', credential: start.credential ?? '', image: null },
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { isDirty, errors, submitCount } = form.formState
  const { send, sent, stop } = useSubmission(user.apiKey)
  const pending = useRequests('pending', 1).data?.verifications ?? []
  const [refusal, setRefusal] = useState<string>()
  // As the fields are now: a problem leaves the summary when its field is mended.
  const problems = problemsIn(errors)
  const [isAsking, setAsking] = useState(false)
  const [isReading, setReading] = useState(false)

  const submit = form.handleSubmit(async ({ npi: typed, credential: chosen, image }) => {
    const npi = npiDigits(typed)
    const credential = credentialOf(chosen)
    if (credential === undefined || image === null) return
    setRefusal(undefined)
    try {
      const { id } = await send({ npi, credential, image: image.base64 })
      announce('Your request was submitted. What was checked right away is shown with it.')
      onSubmitted(id)
      onClose()
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      const words = refusalWords(error, { npi, credential }, pending)
      setRefusal(words)
      toast.error(words)
    }
  })
  const isSending = sent !== undefined
  useKeptPage(isDirty || isSending)
  const leave = () => (isDirty || isSending ? setAsking(true) : onClose())
  return (
    <Dialog
      title="Request New Verification"
      description="Your NPI, a photo of the document, and the credential that it shows."
      onClose={leave}
      actions={
        <>
          {isSending && (
            <div className="w-full">
              <ProgressBar
                label={sent < 1 ? 'Sending the image' : 'Checking the request'}
                percent={Math.round(sent * 100)}
              />
            </div>
          )}
          <Button look="plain" onClick={isSending ? stop : leave}>
            {isSending ? 'Stop sending' : 'Cancel'}
          </Button>
          <Button type="submit" form={formId} disabled={isSending || isReading}>
            {isSending ? 'Submitting...' : 'Submit Request'}
          </Button>
        </>
      }
    >
      {refusal !== undefined && <ErrorBox key={`refused ${submitCount}`}>{refusal}</ErrorBox>}
      {submitCount > 0 && problems.length > 0 && (
        <ErrorSummary
          key={submitCount}
          problems={problems}
          onChoose={(name) => form.setFocus(fieldNames.find((known) => known === name) ?? 'npi')}
        />
      )}
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <NpiField form={form} isVerified={user.npi !== null} />
        <ImageInput form={form} isLocked={isSending} isReading={isReading} onReading={setReading} />
        <SelectField
          label="Credential"
          options={credentialOptions}
          required
          error={errors.credential?.message}
          {...form.register('credential', credentialRules)}
        />
      </form>
      {isAsking && (
        <ConfirmDialog
          title="Discard this request?"
          description="What you have entered and the image you have chosen are not kept."
          confirm="Discard"
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        />
      )}
    </Dialog>
  )
}

/** In the order of the form. */
function problemsIn(errors: FieldErrors<RequestValues>): { name: string; message: string }[] {
  return fieldNames.flatMap((name) => {
    const message = errors[name]?.message
    return message === undefined ? [] : [{ name, message }]
  })
}
