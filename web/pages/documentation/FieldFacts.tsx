import { InlineCode, InlineMarkdown } from '../../ui/text.tsx'
import type { Field } from './documentation.ts'

/** What is to be said of a field: its meaning, its limits, and what it can be. */
export function FieldFacts({ field: { description, rules, values } }: { field: Field }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      {description !== '' && (
        <p>
          <InlineMarkdown text={description} />
        </p>
      )}
      {rules.length > 0 && <p className="text-subtle">{rules.join(', ')}</p>}
      {values.length > 0 && (
        <p className="flex flex-wrap gap-1 text-subtle">
          One of{' '}
          {values.map((value) => (
            <InlineCode key={value}>{value}</InlineCode>
          ))}
        </p>
      )}
    </div>
  )
}
