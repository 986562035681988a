/** The Markdown twin of every documentation page, made of the same data. */
import { openApiDocuments } from '#contract/openapi-documents'
import { defaultOrigin, productName, productSentence } from '#contract/product'
import { keysOf } from '#contract/verification-words'
import type { EndpointDocs, Field, Part } from '../../pages/documentation/documentation.ts'
import { exampleRequest, samplesOf } from '../../pages/documentation/samples.ts'
import { callFence } from './blocks.ts'
import type { WholeEndpoint, WholeGroup } from './documentation.ts'
import { endpointNamed, groups, guides } from './documented.ts'

export function twins(): { address: string; title: string; description: string; markdown: string }[] {
  return [
    ...guides.map(({ address, title, markdown }) => ({
      address,
      title,
      description: `${title}: how to use the ${productName} API.`,
      markdown: markdown().replace(callFence, (_, name: string) => samplesText(endpointNamed(name))),
    })),
    ...groups().flatMap((group) => [
      {
        address: group.address,
        title: group.title,
        description: group.overview[0] ?? group.title,
        markdown: groupMarkdown(group),
      },
      ...group.endpoints.map((entry) => ({
        address: entry.address,
        title: entry.summary,
        description: entry.description,
        markdown: endpointMarkdown(entry),
      })),
    ]),
  ]
}

/** The list of all twins, as llmstxt.org proposes. */
export function llmsText(): string {
  const lines = twins().map(({ address, title, description }) => `- [${title}](${address}.md): ${description}`)
  const documents = Object.values(openApiDocuments).map(
    ({ path, has }) => `- [${path.slice(1)}.json](${path}.json): ${has}`,
  )
  return `# ${productName}\n\n> ${productSentence}\n\n## Documentation\n\n${lines.join('\n')}\n\n## OpenAPI\n\n${documents.join('\n')}\n`
}

function groupMarkdown({ title, overview, endpoints, models }: WholeGroup): string {
  return joined([
    `# ${title}`,
    ...overview,
    '## Endpoints',
    endpoints
      .map((entry) => `- [${entry.summary}](${entry.address}.md): \`${entry.method} ${entry.path}\`${betaText(entry)}`)
      .join('\n'),
    '## Data models',
    ...models.flatMap(({ name, description, fields }) => [`### ${name}`, description, fieldTable(fields)]),
  ])
}

const partTitles: Readonly<Record<Part, string>> = {
  params: 'In the path',
  query: 'In the query',
  headers: 'Headers',
  body: 'In the body',
}

function endpointMarkdown(entry: WholeEndpoint): string {
  const parts = keysOf(partTitles).filter((part) => entry.request[part].length > 0)
  return joined([
    `# ${entry.summary}${betaText(entry)}`,
    `\`${entry.method} ${entry.path}\``,
    entry.description,
    '## Parameters',
    ...(parts.length === 0 ? ['It takes none.'] : []),
    ...parts.flatMap((part) => [`### ${partTitles[part]}`, fieldTable(entry.request[part])]),
    '## Samples',
    samplesText(entry),
    `## Response ${entry.status}`,
    fieldTable(entry.answer),
    fence('json', entry.answerExample),
    '## Errors',
    table(
      ['status', 'code', 'example message'],
      entry.errors.map(({ status, code, sentence }) => [String(status), `\`${code}\``, sentence]),
    ),
  ])
}

function betaText({ isBeta }: { isBeta: boolean }): string {
  return isBeta ? ' (BETA)' : ''
}

function samplesText(entry: EndpointDocs): string {
  const { path, ...call } = exampleRequest(entry)
  return samplesOf({ ...call, url: defaultOrigin + path })
    .map(({ name, code }) => `${name}:\n\n${fence(name === 'cURL' ? 'sh' : name.toLowerCase(), code)}`)
    .join('\n\n')
}

function fieldTable(fields: readonly Field[]): string {
  return table(
    ['name', 'type', 'meaning'],
    flattened(fields, '').map(({ path, field }) => [
      `\`${path}\``,
      `${field.type}${field.isRequired ? '' : ', optional'}`,
      [
        field.isBeta ? 'BETA.' : '',
        field.description,
        field.rules.length > 0 ? `${field.rules.join(', ')}.` : '',
        field.values.length > 0 ? `One of ${field.values.map((value) => `\`${value}\``).join(', ')}.` : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    ]),
  )
}

function flattened(fields: readonly Field[], before: string): { path: string; field: Field }[] {
  return fields.flatMap((field) => [
    { path: before + field.name, field },
    ...flattened(field.fields, `${before}${field.name}.`),
  ])
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}

function joined(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`
}
