import { controlClasses } from './classes.ts'

interface FilterFieldProps {
  label: string
  typed: string
  onType: (typed: string) => void
  /** How many are left; announced. */
  outcome: string
}

export function FilterField({ label, typed, onType, outcome }: FilterFieldProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        className={`${controlClasses} max-w-form`}
      />
      <p role="status" className="text-sm text-muted tabular-nums">
        {outcome}
      </p>
    </div>
  )
}
