import { useState } from 'react'
import { useAnswer } from '../../../api/queries.ts'
import type { EndpointDocs } from '../documentation.ts'
import { exampleForm, type TryForm } from './try-form.ts'

/**
 * The form of an endpoint's page and how to change it. Until somebody does, it is the contract's example, with an NPI that this
 * server's registry has: the contract cannot know any.
 */
export function useTryForm(endpoint: EndpointDocs): [TryForm, (form: TryForm) => void] {
  const [example] = useState(() => exampleForm(endpoint))
  const [changed, change] = useState<TryForm>()
  const hasNpi = endpoint.request.params.some(({ name }) => name === 'npi')
  const { data } = useAnswer('GET /registry', {}, { isEnabled: hasNpi })
  const npi: unknown = Reflect.get(data?.exampleNpis ?? {}, endpoint.group)
  const known = hasNpi && typeof npi === 'number' ? { npi: String(npi) } : {}
  return [changed ?? { ...example, params: { ...example.params, ...known } }, change]
}
