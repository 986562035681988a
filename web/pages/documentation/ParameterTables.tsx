import type { EndpointDocs, Field, Part } from './documentation.ts'
import { FieldFacts } from './FieldFacts.tsx'
import { AnchorHeading, AnchorLink, RuledTable } from './pieces.tsx'

const parts = [
  { part: 'params', title: 'In the path' },
  { part: 'query', title: 'In the query' },
  { part: 'headers', title: 'Headers' },
  { part: 'body', title: 'In the body' },
] as const satisfies readonly { part: Part; title: string }[]

/** Everything that an endpoint takes, by where it goes. */
export function ParameterTables({ endpoint: { request } }: { endpoint: EndpointDocs }) {
  const filled = parts.filter(({ part }) => request[part].length > 0)
  return (
    <section className="flex flex-col gap-4">
      <AnchorHeading id="parameters">Parameters</AnchorHeading>
      {filled.length === 0 && <p className="text-muted">It takes none.</p>}
      {filled.map(({ part, title }) => (
        <div key={part} className="flex flex-col gap-1">
          <h3 className="text-lg font-semibold">{title}</h3>
          <RuledTable
            label={`Parameters: ${title}`}
            head={['Name', 'Description']}
            rows={request[part].map((field) => ({
              key: field.name,
              cells: [<ParameterName key="name" part={part} field={field} />, <FieldFacts key="facts" field={field} />],
            }))}
          />
        </div>
      ))}
    </section>
  )
}

function ParameterName({ part, field }: { part: Part; field: Field }) {
  const id = `${part}-${field.name}`
  return (
    <span id={id} className="flex flex-col">
      <span className="flex items-center gap-1 font-mono text-sm font-semibold">
        {field.name}
        <AnchorLink id={id} name={field.name} />
      </span>
      <span className="text-sm text-subtle">{field.type}</span>
      <span className={field.isRequired ? 'text-sm text-danger' : 'text-sm text-subtle'}>
        {field.isRequired ? 'required' : 'optional'}
      </span>
    </span>
  )
}
