import { useState } from 'react'
import type { Output } from '../../../api/call.ts'
import { useAnswer } from '../../../api/queries.ts'
import type { EndpointDocs } from '../documentation.ts'
import { exampleForm, type TryForm } from './try-form.ts'

/**
 * The form of an endpoint's page and how to change it. Until it is changed, it is the contract's example, with an NPI that this
 * server's registry has: the contract cannot know any.
 */
export function useTryForm(endpoint: EndpointDocs): [TryForm, (form: TryForm) => void] {
  const [example] = useState(() => exampleForm(endpoint))
  const [changed, change] = useState<TryForm>()
  const hasNpi = 'npi' in example.params || 'npi' in example.body || example.query.some(({ name }) => name === 'npi')
  const { data } = useAnswer('GET /registry', {}, { isEnabled: hasNpi })
  return [changed ?? withNpi(example, exampleNpi(endpoint, data?.exampleNpis)), change]
}

type ExampleNpis = Output<'GET /registry'>['exampleNpis']

/** Of a provider that the endpoint can take: verifications are for clinicians. */
function exampleNpi({ group }: EndpointDocs, npis: ExampleNpis | undefined): string | undefined {
  const npi = npis?.[group === 'organizations' || group === 'individuals' ? group : 'doctors']
  return npi === undefined || npi === null ? undefined : String(npi)
}

function withNpi(form: TryForm, npi: string | undefined): TryForm {
  if (npi === undefined) return form
  const known = { npi }
  return {
    ...form,
    params: 'npi' in form.params ? { ...form.params, ...known } : form.params,
    body: 'npi' in form.body ? { ...form.body, ...known } : form.body,
    query: form.query.map((row) => (row.name === 'npi' ? { ...row, value: npi } : row)),
  }
}
