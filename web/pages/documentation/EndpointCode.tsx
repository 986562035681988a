import { useState } from 'react'
import { CheckField } from '../../ui/CheckField.tsx'
import { CodeSheet } from '../../ui/code.tsx'
import { CallSamples } from './CallSamples.tsx'
import type { EndpointDocs } from './documentation.ts'
import { sampleCallOf, type TryForm } from './try/try-form.ts'

interface EndpointCodeProps {
  endpoint: EndpointDocs
  form: TryForm
  apiKey: string
}

const statusWords: Readonly<Record<number, string>> = { 200: '200 OK', 201: '201 Created' }

/** The call as the form has it, in five languages, and an example of what it answers. */
export function EndpointCode({ endpoint, form, apiKey }: EndpointCodeProps) {
  const [hasKey, setHasKey] = useState(false)
  const call = sampleCallOf(endpoint, form)
  return (
    <>
      <div className="flex flex-col gap-2">
        <CodeSheet>
          <CallSamples
            label={`${endpoint.method} ${endpoint.path}`}
            request={{ ...call, apiKey: hasKey && apiKey !== '' ? apiKey : undefined }}
          />
        </CodeSheet>
        <CheckField
          label="Include my API key in the samples"
          hint={apiKey === '' ? 'Enter one under Try it out first.' : 'Otherwise they take it from $API_KEY.'}
          checked={hasKey && apiKey !== ''}
          disabled={apiKey === ''}
          onChange={(event) => setHasKey(event.target.checked)}
        />
      </div>
      <CodeSheet
        title={`${statusWords[endpoint.status] ?? endpoint.status} · example`}
        code={endpoint.answerExample}
        label="Example response"
      />
    </>
  )
}
