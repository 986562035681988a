import { Keyboard } from 'lucide-react'
import { IconButton } from '../../ui/buttons.tsx'
import { ChoiceButtons } from './pieces.tsx'
import { filters } from './place.ts'
import type { Desk } from './use-desk.ts'
import { statusWords } from './words.ts'

/** Chooses what the list shows, and says how many there are. */
export function ListHead({ desk, onOpenKeys }: { desk: Desk; onOpenKeys: () => void }) {
  const { place, go, list } = desk
  return (
    <div className="sticky top-0 z-10 flex flex-col gap-2 border-b border-border bg-canvas px-4 py-3">
      <ChoiceButtons
        label="Status"
        options={filters.map((value) => ({ value, words: value === 'all' ? 'All' : statusWords(value) }))}
        value={place.status}
        onChoose={(status) => go({ status, id: undefined }, { isNewEntry: true })}
      />
      <div className="flex min-h-10 items-center justify-between gap-2 md:min-h-9">
        <p role="status" className="min-w-0 text-sm break-words text-muted tabular-nums">
          {list.data === undefined ? '' : countText(list.data.total, desk)}
        </p>
        <IconButton icon={Keyboard} label="Keys" aria-haspopup="dialog" onClick={onOpenKeys} />
      </div>
    </div>
  )
}

/** As in 57 pending verifications for NPI 1234567893. */
function countText(total: number, { place: { status, npi } }: Desk): string {
  const what = `${status === 'all' ? '' : `${status} `}${total === 1 ? 'verification' : 'verifications'}`
  return `${total} ${what}${npi === undefined ? '' : ` for NPI ${npi}`}`
}
