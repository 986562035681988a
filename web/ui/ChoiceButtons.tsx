interface ChoiceButtonsProps<V extends string> {
  /** What is chosen. */
  label: string
  options: readonly { value: V; words: string }[]
  value: V
  onChoose: (value: V) => void
}

/** A choice of one among a few, all of them in sight. */
export function ChoiceButtons<V extends string>({ label, options, value, onChoose }: ChoiceButtonsProps<V>) {
  return (
    <fieldset className="grid auto-cols-fr grid-flow-col overflow-hidden rounded-control border border-border-strong">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
          className="min-h-10 border-border-strong bg-surface px-1.5 text-sm font-semibold text-muted -outline-offset-2! [&:not(:first-of-type)]:border-l hover:bg-sunken aria-pressed:bg-brand-soft aria-pressed:text-on-brand-soft md:min-h-9"
        >
          {option.words}
        </button>
      ))}
    </fieldset>
  )
}
