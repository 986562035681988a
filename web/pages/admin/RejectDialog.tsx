import { type FormEvent, useId, useRef, useState } from 'react'
import { noteLengthMax } from '#contract/limits'
import { rejectionReasons } from '#contract/verification-words'
import type { Verification } from '#contract/verifications'
import { InlineAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialogs.tsx'
import { FactLines } from '../../ui/FactLines.tsx'
import { SelectField, TextAreaField } from '../../ui/fields.tsx'
import { dayText } from '../../ui/format.ts'
import { NpiDigits } from '../../ui/text.tsx'
import { DetailsBox } from './pieces.tsx'
import type { DecisionBody } from './use-decision.ts'
import { credentialsText } from './words.ts'

interface RejectDialogProps {
  request: Verification
  isProcessing: boolean
  /** Somebody else has decided it meanwhile: there is nothing to confirm any more. */
  isDecided: boolean
  /** Why the last try failed; the dialog stays open then. */
  failure: string | undefined
  onReject: (body: Omit<DecisionBody, 'status'>) => void
  onClose: () => void
}

type Reason = (typeof rejectionReasons)[number]['value']

/** Rejects a request, with a reason and, if the admin likes, a note; it asks before a note is lost. */
export function RejectDialog({ request, isProcessing, isDecided, failure, onReject, onClose }: RejectDialogProps) {
  const form = useId()
  const selector = useRef<HTMLSelectElement>(null)
  const [reason, setReason] = useState<Reason>(rejectionReasons[0].value)
  const [note, setNote] = useState('')
  const [isAsking, setAsking] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isProcessing && !isDecided)
      onReject({ rejectionReason: reason, note: note.trim() === '' ? undefined : note.trim() })
  }
  const close = () => {
    if (isProcessing) return
    if (note.trim() === '' || isDecided) onClose()
    else setAsking(true)
  }
  return (
    <Dialog
      title="Reject Verification"
      description="Please select a reason for rejecting this verification request."
      onClose={close}
      firstFocus={selector}
      actions={
        <>
          <Button look="plain" disabled={isProcessing} onClick={close}>
            Cancel
          </Button>
          {!isDecided && (
            <Button type="submit" form={form} look="danger" disabled={isProcessing}>
              {isProcessing ? 'Processing...' : 'Confirm Rejection'}
            </Button>
          )}
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        {failure !== undefined && <InlineAlert>{failure}</InlineAlert>}
        <SelectField
          ref={selector}
          label="Rejection Reason"
          options={rejectionReasons.map(({ name, value }) => ({ value, label: name }))}
          value={reason}
          onChange={({ target }) =>
            setReason(rejectionReasons.find(({ value }) => value === target.value)?.value ?? reason)
          }
        />
        <TextAreaField
          label="Note (optional)"
          hint="Shown to the clinician: what to do better next time."
          maxLength={noteLengthMax}
          rows={3}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <DetailsBox title="Verification Details">
          <FactLines
            items={[
              { name: 'NPI', value: <NpiDigits npi={request.npi} /> },
              { name: 'Credential', value: credentialsText(request) },
              { name: 'Submitted', value: dayText(request.createdAt) },
            ]}
          />
        </DetailsBox>
      </form>
      {isAsking && (
        <ConfirmDialog
          title="Discard this note?"
          description="What you have written is not kept, and nothing is decided."
          confirm="Discard"
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        />
      )}
    </Dialog>
  )
}
