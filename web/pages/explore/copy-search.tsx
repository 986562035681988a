/** Buttons that copy a search as a program makes it. */
import type { ProviderKind } from '#contract/provider-search'
import { CopyButton } from '../../ui/copy-button.tsx'
import { samplesOf } from '../documentation/samples.ts'

export interface ShownSearch {
  kind: ProviderKind
  query: readonly { name: string; value: string }[]
}

export function CopySearch({ search }: { search: ShownSearch }) {
  return (
    <fieldset className="-mx-2.5 flex flex-wrap items-center">
      <legend className="sr-only">Copy this search</legend>
      {copiesOf(search, window.location.origin).map(({ name, text }) => (
        <CopyButton key={name} label={name} text={text} />
      ))}
    </fieldset>
  )
}

function copiesOf(search: ShownSearch, origin: string): { name: string; text: string }[] {
  const { kind, query } = search
  const samples = samplesOf({
    method: 'GET',
    url: `${origin}/api/${kind}`,
    query: query.map(({ name, value }) => [name, value]),
    headers: [],
    body: [],
    apiKey: undefined,
  })
  const sample = (name: string) => samples.find((one) => one.name === name)?.code ?? ''
  return [
    { name: 'cURL', text: sample('cURL') },
    { name: 'TypeScript', text: typescriptOf(search, origin) },
    { name: 'Python', text: sample('Python') },
    { name: 'MCP', text: mcpOf(search) },
  ]
}

const functions: Record<ProviderKind, string> = {
  doctors: 'searchDoctors',
  individuals: 'searchIndividuals',
  organizations: 'searchOrganizations',
}

const numbers = new Set(['latitude', 'longitude', 'radius', 'minRating'])

/** With the client library, whose types want numbers as numbers, and a list of NPIs. */
function typescriptOf({ kind, query }: ShownSearch, origin: string): string {
  const members = query.map(({ name, value }) => {
    if (name === 'npi') return `    npi: [${value}],`
    return `    ${name}: ${numbers.has(name) ? value : JSON.stringify(value)},`
  })
  return [
    `import { createPraxidex, ${functions[kind]} } from '@praxidex/sdk'`,
    '',
    `const client = createPraxidex({ baseUrl: ${JSON.stringify(origin)}, apiKey: process.env.API_KEY })`,
    '',
    `const { ${kind === 'individuals' ? 'providers' : kind}, total } = await ${functions[kind]}({`,
    '  client,',
    '  query: {',
    ...members,
    '  },',
    '})',
  ].join('\n')
}

/** The call of a tool, as a client of the Model Context Protocol sends it. */
function mcpOf({ kind, query }: ShownSearch): string {
  const given = Object.fromEntries(query.map(({ name, value }) => [name, value]))
  return JSON.stringify({ name: 'search_providers', arguments: { kind, ...given } }, null, 2)
}
