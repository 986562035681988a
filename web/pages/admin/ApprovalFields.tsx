import { approvalYearsMax, noteLengthMax } from '#contract/limits'
import type { Verification } from '#contract/verifications'
import { TextField } from '../../ui/fields.tsx'
import { approvalDays, isApprovalDay } from './approval-days.ts'
import type { Desk } from './use-desk.ts'

/** The last day of an approval and its note, beside the button that gives it. */
export function ApprovalFields({ request, desk }: { request: Verification; desk: Desk }) {
  const { first, standard, last } = approvalDays()
  const { expiresAt, note } = desk.draftOf(request)
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      {/* Not controlled: a date that is half typed has no value, and would be reset to the last whole one. */}
      <TextField
        key={request.id}
        label="Expires"
        type="date"
        min={first}
        max={last}
        defaultValue={expiresAt ?? standard}
        error={isApprovalDay(expiresAt) ? undefined : `A day from tomorrow on, within ${approvalYearsMax} years.`}
        onChange={({ target }) => desk.setDraft(request, { expiresAt: target.value })}
      />
      <TextField
        label="Note (optional)"
        maxLength={noteLengthMax}
        value={note ?? ''}
        onChange={({ target }) => desk.setDraft(request, { note: target.value === '' ? undefined : target.value })}
      />
    </div>
  )
}
