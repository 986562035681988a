/** One endpoint: what it is for, and a form to try it beside samples and response. */
import { lazy, type ReactNode, useState } from 'react'
import { laterComponent } from '../../frame/page.ts'
import { announce } from '../../ui/announce.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { CodeSheet } from '../../ui/code.tsx'
import { ProseAndCode } from '../../ui/docs-layout.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { TextLink } from '../../ui/links.tsx'
import { InlineMarkdown } from '../../ui/text.tsx'
import { CallSamples } from './call-samples.tsx'
import { useResponse } from './contents.ts'
import type { EndpointDocs } from './documentation.ts'
import { AnchorHeading, EndpointBadges, MethodChip } from './pieces.tsx'
import { TryPanel } from './try/TryPanel.tsx'
import {
  keptTries,
  type RecentTry,
  sampleCallOf,
  statusText,
  type TryForm,
  useApiKey,
  useTryForm,
} from './try/try-form.ts'

const TryOutcome = lazy(async () => ({ default: (await import('./try/TryOutcome.tsx')).TryOutcome }))
const RecentTries = lazy(async () => ({ default: (await import('./try/TryOutcome.tsx')).RecentTries }))

const tables = laterComponent(async () => (await import('./EndpointTables.tsx')).EndpointTables)

export function EndpointPage({ endpoint }: { endpoint: EndpointDocs }) {
  const [Tables] = useState(tables)
  return (
    <EndpointForm
      endpoint={endpoint}
      example={
        <LaterPart>
          <ExampleResponse endpoint={endpoint} />
        </LaterPart>
      }
    >
      <LaterPart fallback={<div className="min-h-dvh" />}>
        <Tables endpoint={endpoint} />
      </LaterPart>
    </EndpointForm>
  )
}

interface EndpointFormProps {
  endpoint: EndpointDocs
  /** The response until there is a real one. */
  example: ReactNode
  children: ReactNode
}

/** What changes with the form; what loads later comes from outside, since a change would drop what is written of it. */
function EndpointForm({ endpoint, example, children }: EndpointFormProps) {
  const [form, setForm] = useTryForm(endpoint)
  const tries = keptTries.use().filter(({ page }) => page === endpoint.address)
  const [shown, show] = useState<RecentTry>()
  const restore = (recent: RecentTry) => {
    setForm(recent.form)
    show(recent)
    announce('The form was restored')
  }
  // Another user sees no response of this one.
  const answer = shown !== undefined && tries.includes(shown) ? shown.answer : undefined
  const code = (
    <>
      <LaterPart>{answer !== undefined && <TryOutcome answer={answer} />}</LaterPart>
      <EndpointCode endpoint={endpoint} form={form} />
      {answer === undefined && example}
      <LaterPart>{tries.length > 0 && <RecentTries tries={tries} onRestore={restore} />}</LaterPart>
    </>
  )
  return (
    <ProseAndCode
      head={
        <>
          <EndpointHead endpoint={endpoint} />
          <section className="flex flex-col gap-4 print:hidden">
            <AnchorHeading id="try-it-out">Try it out</AnchorHeading>
            <TryPanel endpoint={endpoint} form={form} onChange={setForm} onAnswer={show} />
          </section>
        </>
      }
      aside={code}
    >
      {children}
    </ProseAndCode>
  )
}

function ExampleResponse({ endpoint: { address, status } }: { endpoint: EndpointDocs }) {
  const response = useResponse(address)
  if (response === undefined) return null
  return <CodeSheet title={`${statusText(status)} · example`} code={response.answerExample} label="Example response" />
}

const places = [
  { id: 'try-it-out', text: 'Try it out' },
  { id: 'parameters', text: 'Parameters' },
  { id: 'response', text: 'Response' },
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
      <nav
        aria-label="On this page"
        className="flex flex-wrap gap-x-4 gap-y-2 border-y border-border py-2 text-sm print:hidden"
      >
        {places.map(({ id, text }) => (
          <TextLink key={id} to={`#${id}`}>
            {text}
          </TextLink>
        ))}
      </nav>
    </>
  )
}

function EndpointCode({ endpoint, form }: { endpoint: EndpointDocs; form: TryForm }) {
  const { apiKey } = useApiKey()
  const [isWanted, setWanted] = useState(false)
  const hasKey = isWanted && apiKey !== ''
  return (
    <div className="flex flex-col gap-2">
      <CodeSheet>
        <CallSamples
          label={`${endpoint.method} ${endpoint.path}`}
          request={{ ...sampleCallOf(endpoint, form), ...(hasKey && { apiKey }) }}
        />
      </CodeSheet>
      {endpoint.needsKey && (
        <div className="print:hidden">
          <CheckField
            label="Include my API key in the samples"
            hint={apiKey === '' ? 'Enter one under Try it out first.' : 'Otherwise they read it from $API_KEY.'}
            checked={hasKey}
            disabled={apiKey === ''}
            onChange={(event) => setWanted(event.target.checked)}
          />
        </div>
      )}
    </div>
  )
}
