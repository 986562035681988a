import { approvalYearsMax, noteLengthMax } from '#contract/limits'
import { TextField } from '../../ui/TextField.tsx'
import { approvalDays, isApprovalDay } from './approval-days.ts'
import type { Desk } from './use-desk.ts'

/** What an approval of the open request may carry: its last day, and a note. */
export function ApprovalFields({ desk: { openId, draft, setDraft } }: { desk: Desk }) {
  const { first, standard, last } = approvalDays()
  return (
    <>
      {/* Not controlled: a date that is half typed has no value, and would be put back to what it was. */}
      <TextField
        key={openId}
        label="Expires"
        type="date"
        min={first}
        max={last}
        defaultValue={draft?.expiresAt ?? standard}
        error={
          isApprovalDay(draft?.expiresAt) ? undefined : `A day from tomorrow on, within ${approvalYearsMax} years.`
        }
        onChange={({ target }) => setDraft({ expiresAt: target.value })}
      />
      <TextField
        label="Note (optional)"
        hint="Shown to the clinician."
        maxLength={noteLengthMax}
        value={draft?.note ?? ''}
        onChange={({ target }) => setDraft({ note: target.value === '' ? undefined : target.value })}
      />
    </>
  )
}
