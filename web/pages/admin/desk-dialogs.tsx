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
import { approvalDays, checksText, credentialsText, isWaiting, providerText, requestsText } from './words.ts'

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
      {(asking?.kind === 'reject' || asking?.kind === 'revoke') && (
        <RejectDialog desk={desk} requests={[asking.request]} kind={asking.kind} />
      )}
      {asking?.kind === 'reject-selected' && <RejectDialog desk={desk} requests={desk.selected} kind="reject" />}
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
          { name: 'Name', value: providerText(request) },
          { name: 'NPI', value: <NpiDigits npi={request.npi} /> },
          { name: 'Credential', value: credentialsText(request) },
          { name: 'Checks', value: checksText(request) },
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
    title: 'Revoke this approval',
    description: 'The credential is no longer verified, links that share it stop working, and we email the clinician.',
    reason: 'Reason',
    confirm: 'Revoke approval',
  },
} as const

type Reason = (typeof rejectionReasons)[number]['value']

interface RejectDialogProps {
  desk: Desk
  requests: readonly Verification[]
  kind: keyof typeof rejectWords
}

/** Rejects requests, or revokes an approval, with a reason and an optional note; it asks before a note is lost. */
function RejectDialog({ desk, requests, kind }: RejectDialogProps) {
  const words = rejectWords[kind]
  const { stopAsking } = desk
  const isProcessing = desk.isProcessing || desk.isRejecting
  const areSelected = desk.asking?.kind === 'reject-selected'
  const isOver = requests.every((request) => isDecided({ desk, request }))
  const form = useId()
  const detailsId = useId()
  const selector = useRef<HTMLSelectElement>(null)
  const isRevoking = kind === 'revoke'
  const [rejectionReason, setReason] = useState<Reason | undefined>(isRevoking ? undefined : rejectionReasons[0].value)
  const [typed, setTyped] = useState('')
  const [isAsking, setAsking] = useState(false)
  const note = typed.trim() === '' ? undefined : typed.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isProcessing || isOver || rejectionReason === undefined) return
    const [request] = requests
    if (areSelected) desk.rejectSelected({ rejectionReason, note })
    else if (request !== undefined) desk[kind](request, { rejectionReason, note })
  }
  const close = () => {
    if (isProcessing) return
    if (note === undefined || isOver) stopAsking()
    else setAsking(true)
  }
  return (
    <Dialog
      title={areSelected ? `Reject ${requestsText(requests.length)}` : words.title}
      description={areSelected ? 'Please select a reason. Each request is rejected with it.' : words.description}
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
        {requests.map((request) => (
          <Failure key={request.id} desk={desk} request={request} />
        ))}
        {areSelected &&
          desk.rejectionFailures.map(({ id, error }) => {
            const failed = requests.find((request) => request.id === id)
            return (
              <InlineAlert key={id}>
                {failed === undefined ? '' : `${credentialsText(failed)}, ${providerText(failed)}: `}
                {error}
              </InlineAlert>
            )
          })}
        <SelectField
          ref={selector}
          label={words.reason}
          required
          options={[
            ...(isRevoking ? [{ value: '', label: 'Choose a reason' }] : []),
            ...rejectionReasons.map(({ name, value }) => ({ value, label: name })),
          ]}
          value={rejectionReason ?? ''}
          onChange={({ target }) => setReason(rejectionReasons.find(({ value }) => value === target.value)?.value)}
        />
        <TextAreaField
          label="Note (optional)"
          hint={isRevoking ? 'Tell the clinician why you revoke it.' : 'Tell the clinician what to do differently.'}
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
          {areSelected ? (
            <ul className="flex flex-col gap-1 text-sm">
              {requests.map((request) => (
                <li key={request.id} className="break-words">
                  {credentialsText(request)}, {providerText(request)}, NPI <NpiDigits npi={request.npi} />
                </li>
              ))}
            </ul>
          ) : (
            requests.map((request) => <DetailLines key={request.id} request={request} />)
          )}
        </section>
      </form>
      {isAsking && (
        <ConfirmDialog
          title="Discard this note?"
          description="Your note won’t be saved, and nothing is decided."
          confirm="Discard"
          onConfirm={stopAsking}
          onCancel={() => setAsking(false)}
        />
      )}
    </Dialog>
  )
}

function DetailLines({ request }: Pick<DecisionProps, 'request'>) {
  return (
    <FactLines
      items={[
        { name: 'NPI', value: <NpiDigits npi={request.npi} /> },
        { name: 'Credential', value: credentialsText(request) },
        { name: 'Submitted', value: dayText(request.createdAt) },
      ]}
    />
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
      title="Keyboard shortcuts"
      description="Shortcuts work while the request list is focused. The image shortcuts also work on the image."
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
      <CheckField label="Use keyboard shortcuts" checked={isOn} onChange={({ target }) => onSwitch(target.checked)} />
      <p className="text-sm text-muted">The arrow keys always move through the list.</p>
    </Dialog>
  )
}
