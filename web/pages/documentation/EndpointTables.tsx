/** What an endpoint takes and what it returns. Much text that its page can be used without, so it loads later. */
import type { ReactNode } from 'react'
import { InlineCode, InlineMarkdown } from '../../ui/text.tsx'
import { useResponse } from './contents.ts'
import type { EndpointDocs, Field, Part } from './documentation.ts'
import { FieldFacts, FieldTree } from './fields.tsx'
import { useHashPlace } from './page-links.tsx'
import { AnchorHeading, AnchorLink, RuledTable } from './pieces.tsx'

export function EndpointTables({ endpoint }: { endpoint: EndpointDocs }) {
  return (
    <>
      <ParameterTables request={endpoint.request} />
      <ResponseTables address={endpoint.address} />
      <HashPlace />
    </>
  )
}

/** The address may name a place in the tables. */
function HashPlace() {
  useHashPlace()
  return null
}

const parts = [
  { part: 'params', title: 'In the path' },
  { part: 'query', title: 'In the query' },
  { part: 'headers', title: 'Headers' },
  { part: 'body', title: 'In the body' },
] as const satisfies readonly { part: Part; title: string }[]

function ParameterTables({ request }: Pick<EndpointDocs, 'request'>) {
  const filled = parts.filter(({ part }) => request[part].length > 0)
  return (
    <section className="flex flex-col gap-4">
      <AnchorHeading id="parameters">Parameters</AnchorHeading>
      {filled.length === 0 && <p className="text-muted">None.</p>}
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
      {field.isRequired && <span className="text-sm text-danger">required</span>}
    </span>
  )
}

function ResponseTables({ address }: { address: string }) {
  const response = useResponse(address)
  if (response === undefined) return null
  return (
    <>
      <section className="flex flex-col gap-3">
        <AnchorHeading id="response">Response</AnchorHeading>
        <FieldTree fields={response.answer} prefix="response" />
        {response.answerHeaders.length > 0 && (
          <RuledTable
            label="Response headers"
            head={['Header', 'Description']}
            rows={response.answerHeaders.map(({ name, description }) => ({
              key: name,
              cells: [<InlineCode key="name">{name}</InlineCode>, small(description)],
            }))}
          />
        )}
      </section>
      <section className="flex flex-col gap-3">
        <AnchorHeading id="errors">Errors</AnchorHeading>
        <RuledTable
          label="Errors"
          head={['Status', 'Code', 'Example message']}
          rows={response.errors.map(({ status, code, sentence }) => ({
            key: code,
            cells: [status, <InlineCode key="code">{code}</InlineCode>, small(<InlineMarkdown text={sentence} />)],
          }))}
        />
      </section>
    </>
  )
}

function small(text: ReactNode): ReactNode {
  return <span className="text-sm">{text}</span>
}
