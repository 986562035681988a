import { lazy, useSyncExternalStore } from 'react'
import { ProseAndCode } from '../../ui/docs-layout.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { InlineCode, InlineMarkdown } from '../../ui/text.tsx'
import type { EndpointDocs } from './documentation.ts'
import { EndpointCode } from './EndpointCode.tsx'
import { EndpointHead } from './EndpointHead.tsx'
import { FieldTree } from './FieldTree.tsx'
import { ParameterTables } from './ParameterTables.tsx'
import { AnchorHeading, RuledTable } from './pieces.tsx'
import { useApiKey } from './try/api-key.ts'
import { useTryForm } from './try/use-try-form.ts'

// A form is of no use before the page is alive, and it would make the page's scripts heavier than they may be.
const TryPanel = lazy(async () => ({ default: (await import('./try/TryPanel.tsx')).TryPanel }))

/** One endpoint: what it is for, what it takes and answers, and a form to try it; the samples follow the form. */
export function EndpointPage({ endpoint }: { endpoint: EndpointDocs }) {
  const [form, setForm] = useTryForm(endpoint)
  const { apiKey } = useApiKey()
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <ProseAndCode
      head={<EndpointHead endpoint={endpoint} />}
      aside={<EndpointCode endpoint={endpoint} form={form} apiKey={apiKey} />}
    >
      <ParameterTables endpoint={endpoint} />
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
              cells: [
                <InlineCode key="name">{name}</InlineCode>,
                <span key="text" className="text-sm">
                  {description}
                </span>,
              ],
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
            cells: [
              status,
              <InlineCode key="code">{code}</InlineCode>,
              <span key="text" className="text-sm">
                <InlineMarkdown text={sentence} />
              </span>,
            ],
          }))}
        />
      </section>
    </ProseAndCode>
  )
}

function never(): () => void {
  return () => {}
}
