interface ChoicesProps<Value extends string> {
  legend: string
  choices: readonly { value: Value; label: string }[]
  chosen: Value | undefined
  onChoose: (value: Value) => void
}

/** One of a few, side by side; the one that is chosen is pressed. */
export function Choices<Value extends string>({ legend, choices, chosen, onChoose }: ChoicesProps<Value>) {
  return (
    <fieldset className="grid auto-cols-fr grid-flow-col overflow-hidden rounded-control border border-border-strong">
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className="min-h-10 min-w-16 border-border-strong bg-surface px-1.5 text-sm font-semibold text-muted -outline-offset-2! [&:not(:first-of-type)]:border-l hover:bg-sunken aria-pressed:bg-brand-soft aria-pressed:text-on-brand-soft md:min-h-9"
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
