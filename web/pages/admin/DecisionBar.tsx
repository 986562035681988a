import { Check, X } from 'lucide-react'
import { noteLengthMax } from '#contract/limits'
import type { Verification } from '#contract/verifications'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { StickyBar } from '../../ui/StickyBar.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { approvalDays } from './approval-days.ts'
import type { Desk } from './use-desk.ts'

/** What can be done with the open request, always in the same place. */
export function DecisionBar({ request, desk }: { request: Verification; desk: Desk }) {
  const { isProcessing, draft, failure, rows, list } = desk
  const at = rows.findIndex(({ id }) => id === request.id)
  const { first, standard, last } = approvalDays()
  const expiresAt = draft?.expiresAt ?? standard
  const isOutside = expiresAt < first || expiresAt > last
  return (
    <StickyBar label="Decision">
      {failure?.id === request.id && <InlineAlert>{failure.sentence}</InlineAlert>}
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Expires"
          type="date"
          min={first}
          max={last}
          value={expiresAt}
          error={isOutside ? 'A day from tomorrow on, within five years.' : undefined}
          onChange={({ target }) => desk.setDraft({ expiresAt: target.value === '' ? undefined : target.value })}
        />
        <TextField
          label="Note (optional)"
          maxLength={noteLengthMax}
          value={draft?.note ?? ''}
          onChange={({ target }) => desk.setDraft({ note: target.value === '' ? undefined : target.value })}
        />
      </div>
      <div className="flex items-center gap-2">
        <p className="mr-auto text-sm text-muted tabular-nums">
          {at === -1 ? '' : `${at + 1} of ${list.data?.total ?? rows.length}`}
        </p>
        <Button look="plain" disabled={isProcessing} onClick={() => desk.ask('reject', request)}>
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
          Reject
        </Button>
        <Button disabled={isProcessing || isOutside} onClick={() => desk.approve(request)}>
          <Check size={18} strokeWidth={1.75} aria-hidden="true" />
          Approve
        </Button>
      </div>
    </StickyBar>
  )
}
