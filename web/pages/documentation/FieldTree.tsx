import { Badge } from '../../ui/Badge.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import type { Field } from './documentation.ts'
import { EarlyAccessButton } from './EarlyAccessButton.tsx'
import { FieldFacts } from './FieldFacts.tsx'
import { AnchorLink } from './pieces.tsx'

interface FieldTreeProps {
  fields: readonly Field[]
  /** Of the ids by which fields are linked to. */
  prefix: string
}

/** The members of an object, each with its own members to expand. */
export function FieldTree({ fields, prefix }: FieldTreeProps) {
  return (
    <ul className="divide-y divide-border">
      {fields.map((field) => {
        const id = `${prefix}-${field.name}`
        return (
          <li key={field.name} id={id} className="flex flex-col gap-1 py-2">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-mono text-sm font-semibold break-all">{field.name}</span>
              <span className="text-sm text-subtle">{field.type}</span>
              {!field.isRequired && !field.isBeta && <span className="text-sm text-subtle">may be absent</span>}
              {field.isBeta && <Badge tone="accent">BETA</Badge>}
              <AnchorLink id={id} name={field.name} />
            </div>
            <FieldFacts field={field} />
            {field.isBeta && <EarlyAccessButton feature={field.name} />}
            {field.fields.length > 0 && (
              <Disclosure summary={`Fields of ${field.name} (${field.fields.length})`}>
                <FieldTree fields={field.fields} prefix={id} />
              </Disclosure>
            )}
          </li>
        )
      })}
    </ul>
  )
}
