import { type FormEvent, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { noteLengthMax } from '#contract/limits'
import { rejectionReasons } from '#contract/verification-words'
import type { Verification } from '#contract/verifications'
import { InlineAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { ConfirmDialog, Dialog, FullScreenDialog } from '../../ui/dialogs.tsx'
import { FactLines } from '../../ui/FactLines.tsx'
import { SelectField, TextAreaField } from '../../ui/fields.tsx'
import { dayText } from '../../ui/format.ts'
import { NpiDigits } from '../../ui/text.tsx'
import { keyTable } from './desk-keys.ts'
import { OpenImage } from './subject.tsx'
import type { Desk } from './use-desk.ts'
import { approvalDays, credentialsText, isWaiting } from './words.ts'

interface KeysDialogProps {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}

export function DeskDialogs({ desk, help }: { desk: Desk; help: KeysDialogProps | undefined }) {
  const { asking, place, openId } = desk
  return (
    <>
      {asking?.kind === 'approve' && <ApproveDialog desk={desk} request={asking.request} />}
      {asking !== undefined && asking.kind !== 'approve' && (
        <RejectDialog desk={desk} request={asking.request} kind={asking.kind} />
      )}
      {place.isPreviewOpen && openId !== undefined && <PreviewDialog desk={desk} />}
      {help !== undefined && <KeysDialog {...help} />}
    </>
  )
}

interface DecisionProps {
  desk: Desk
  request: Verification
}

/** Another admin may decide a request while its dialog is open: then there is nothing to confirm. */
function isDecided({ desk, request }: DecisionProps): boolean {
  return desk.rows.some((row) => row.id === request.id && !isWaiting(row))
}

/** Why the last decision failed; the dialog stays open then. */
function Failure({ desk, request }: DecisionProps) {
  const sentence = desk.failureIn('dialog', request.id)
  return sentence === undefined ? null : <InlineAlert>{sentence}</InlineAlert>
}

function ApproveDialog({ desk, request }: DecisionProps) {
  const { expiresAt = approvalDays().standard, note } = desk.draftOf(request)
  return (
    <ConfirmDialog
      title="Approve this request?"
      description="Decisions are final. An approval can be revoked later."
      look="primary"
      confirm="Approve"
      busy="Processing..."
      isBusy={desk.isProcessing}
      isOver={isDecided({ desk, request })}
      onConfirm={() => desk.approve(request)}
      onCancel={desk.stopAsking}
    >
      <FactLines
        items={[
          { name: 'NPI', value: <NpiDigits npi={request.npi} /> },
          { name: 'Credential', value: credentialsText(request) },
          { name: 'Expires', value: dayText(expiresAt) },
          ...(note === undefined ? [] : [{ name: 'Note', value: note }]),
        ]}
      />
      <Failure desk={desk} request={request} />
    </ConfirmDialog>
  )
}

const rejectWords = {
  reject: {
    title: 'Reject Verification',
    description: 'Please select a reason for rejecting this verification request.',
    reason: 'Rejection Reason',
    confirm: 'Confirm Rejection',
  },
  revoke: {
    title: 'Take back this approval',
    description: 'The credential no longer holds, links that share it end, and the clinician is told by email.',
    reason: 'Reason',
    confirm: 'Take back',
  },
} as const

/** Rejects a request, or takes an approval back, with a reason and an optional note; it asks before a note is lost. */
function RejectDialog({ desk, request, kind }: DecisionProps & { kind: keyof typeof rejectWords }) {
  const words = rejectWords[kind]
  const { isProcessing, stopAsking } = desk
  const isOver = isDecided({ desk, request })
  const form = useId()
  const detailsId = useId()
  const selector = useRef<HTMLSelectElement>(null)
  const [rejectionReason, setReason] = useState<(typeof rejectionReasons)[number]['value']>(rejectionReasons[0].value)
  const [typed, setTyped] = useState('')
  const [isAsking, setAsking] = useState(false)
  const note = typed.trim() === '' ? undefined : typed.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isProcessing && !isOver) desk[kind](request, { rejectionReason, note })
  }
  const close = () => {
    if (isProcessing) return
    if (note === undefined || isOver) stopAsking()
    else setAsking(true)
  }
  return (
    <Dialog
      title={words.title}
      description={words.description}
      onClose={close}
      firstFocus={selector}
      actions={
        <>
          <Button look="plain" disabled={isProcessing} onClick={close}>
            Cancel
          </Button>
          {!isOver && (
            <Button type="submit" form={form} look="danger" disabled={isProcessing}>
              {isProcessing ? 'Processing...' : words.confirm}
            </Button>
          )}
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        <Failure desk={desk} request={request} />
        <SelectField
          ref={selector}
          label={words.reason}
          options={rejectionReasons.map(({ name, value }) => ({ value, label: name }))}
          value={rejectionReason}
          onChange={({ target }) =>
            setReason(rejectionReasons.find(({ value }) => value === target.value)?.value ?? rejectionReason)
          }
        />
        <TextAreaField
          label="Note (optional)"
          hint="Shown to the clinician: what to do better next time."
          maxLength={noteLengthMax}
          rows={3}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <section
          aria-labelledby={detailsId}
          className="flex flex-col gap-2 rounded-control border border-border bg-sunken px-4 py-3"
        >
          <h3 id={detailsId} className="font-semibold">
            Verification Details
          </h3>
          <FactLines
            items={[
              { name: 'NPI', value: <NpiDigits npi={request.npi} /> },
              { name: 'Credential', value: credentialsText(request) },
              { name: 'Submitted', value: dayText(request.createdAt) },
            ]}
          />
        </section>
      </form>
      {isAsking && (
        <ConfirmDialog
          title="Discard this note?"
          description="Your note is not saved, and nothing is decided."
          confirm="Discard"
          onConfirm={stopAsking}
          onCancel={() => setAsking(false)}
        />
      )}
    </Dialog>
  )
}

function PreviewDialog({ desk }: { desk: Desk }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  // Opened from the desk, it closes by going back, so that Back does not open it again.
  const close = () => (Object(state).isFromDesk === true ? navigate(-1) : desk.go({ isPreviewOpen: false }))
  return (
    <FullScreenDialog title="Credential Image" onClose={close}>
      <OpenImage desk={desk} />
    </FullScreenDialog>
  )
}

function KeysDialog({ isOn, onSwitch, onClose }: KeysDialogProps) {
  return (
    <Dialog
      title="Keys"
      description="They work while the focus is in the list of requests; those of the image work on the image too."
      onClose={onClose}
    >
      <FactLines
        items={keyTable.map(({ keys, words }) => ({
          name: words,
          value: (
            <span className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="inline-flex min-w-6 justify-center rounded-badge border border-border-strong bg-sunken px-1.5 font-mono text-sm text-text"
                >
                  {key}
                </kbd>
              ))}
            </span>
          ),
        }))}
      />
      <CheckField label="Use these keys" checked={isOn} onChange={({ target }) => onSwitch(target.checked)} />
      <p className="text-sm text-muted">When they are off, only the arrow keys move through the list.</p>
    </Dialog>
  )
}
