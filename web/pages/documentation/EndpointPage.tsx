/** One endpoint: what it is for, takes and answers, and a form to try it, which the samples follow. */
import { lazy, type ReactNode, useState } from 'react'
import { CheckField } from '../../ui/CheckField.tsx'
import { CodeSheet } from '../../ui/code.tsx'
import { ProseAndCode } from '../../ui/docs-layout.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { TextLink } from '../../ui/links.tsx'
import { InlineCode, InlineMarkdown } from '../../ui/text.tsx'
import { CallSamples, useIsAlive } from './call-samples.tsx'
import type { EndpointDocs, Field, Part } from './documentation.ts'
import { EndpointBadges, FieldFacts, FieldTree } from './fields.tsx'
import { PageLinks } from './page-links.tsx'
import { AnchorHeading, AnchorLink, MethodChip, RuledTable } from './pieces.tsx'
import { sampleCallOf, type TryForm, useApiKey, useTryForm } from './try/try-form.ts'

// A form cannot be used before the page is alive, and would make its scripts heavier than their budget.
const TryPanel = lazy(async () => ({ default: (await import('./try/TryPanel.tsx')).TryPanel }))

export function EndpointPage({ endpoint }: { endpoint: EndpointDocs }) {
  const [form, setForm] = useTryForm(endpoint)
  const isAlive = useIsAlive()
  return (
    <ProseAndCode head={<EndpointHead endpoint={endpoint} />} aside={<EndpointCode endpoint={endpoint} form={form} />}>
      <ParameterTables request={endpoint.request} />
      <section className="flex flex-col gap-4">
        <AnchorHeading id="try-it-out">Try it out</AnchorHeading>
        <LaterPart>{isAlive && <TryPanel endpoint={endpoint} form={form} onChange={setForm} />}</LaterPart>
      </section>
      <section className="flex flex-col gap-3">
        <AnchorHeading id="answer">Answer</AnchorHeading>
        <FieldTree fields={endpoint.answer} prefix="answer" />
        {endpoint.answerHeaders.length > 0 && (
          <RuledTable
            label="Headers of the answer"
            head={['Header', 'What it says']}
            rows={endpoint.answerHeaders.map(({ name, description }) => ({
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
          head={['Status', 'Code', 'The sentence, for example']}
          rows={endpoint.errors.map(({ status, code, sentence }) => ({
            key: code,
            cells: [status, <InlineCode key="code">{code}</InlineCode>, small(<InlineMarkdown text={sentence} />)],
          }))}
        />
      </section>
    </ProseAndCode>
  )
}

function small(text: ReactNode): ReactNode {
  return <span className="text-sm">{text}</span>
}

const places = [
  { id: 'parameters', text: 'Parameters' },
  { id: 'try-it-out', text: 'Try it out' },
  { id: 'answer', text: 'Answer' },
  { id: 'errors', text: 'Errors' },
] as const

function EndpointHead({ endpoint }: { endpoint: EndpointDocs }) {
  return (
    <>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="text-2xl font-semibold">{endpoint.summary}</h1>
          <EndpointBadges {...endpoint} />
        </div>
        <p className="flex flex-wrap items-center gap-2 font-mono">
          <MethodChip method={endpoint.method} />
          <span className="min-w-0 break-all">{endpoint.path}</span>
        </p>
      </div>
      <p className="text-md text-muted">
        <InlineMarkdown text={endpoint.description} />
      </p>
      <PageLinks address={endpoint.address} />
      <nav aria-label="On this page" className="flex flex-wrap gap-x-4 gap-y-2 border-y border-border py-2 text-sm">
        {places.map(({ id, text }) => (
          <TextLink key={id} to={`#${id}`}>
            {text}
          </TextLink>
        ))}
      </nav>
    </>
  )
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
      <span className={field.isRequired ? 'text-sm text-danger' : 'text-sm text-subtle'}>
        {field.isRequired ? 'required' : 'optional'}
      </span>
    </span>
  )
}

const statusWords: Readonly<Record<number, string>> = { 200: '200 OK', 201: '201 Created' }

function EndpointCode({ endpoint, form }: { endpoint: EndpointDocs; form: TryForm }) {
  const { apiKey } = useApiKey()
  const [isWanted, setWanted] = useState(false)
  const hasKey = isWanted && apiKey !== ''
  return (
    <>
      <div className="flex flex-col gap-2">
        <CodeSheet>
          <CallSamples
            label={`${endpoint.method} ${endpoint.path}`}
            request={{ ...sampleCallOf(endpoint, form), ...(hasKey && { apiKey }) }}
          />
        </CodeSheet>
        {endpoint.needsKey && (
          <CheckField
            label="Include my API key in the samples"
            hint={apiKey === '' ? 'Enter one under Try it out first.' : 'Otherwise they read it from $API_KEY.'}
            checked={hasKey}
            disabled={apiKey === ''}
            onChange={(event) => setWanted(event.target.checked)}
          />
        )}
      </div>
      <CodeSheet
        title={`${statusWords[endpoint.status] ?? endpoint.status} · example`}
        code={endpoint.answerExample}
        label="Example response"
      />
    </>
  )
}
