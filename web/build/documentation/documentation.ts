/**
 * The contract as the documentation shows it: groups with their endpoints and models, all of it plain data. Everything comes
 * from the contract: an endpoint that is added there is documented without further doing.
 */
import { type Endpoint, errorsOf, type Group, headersOf } from '#contract/endpoint'
import { exampleSentenceOf } from '#contract/error-examples'
import { type ErrorCode, errors } from '#contract/errors'
import { type DocumentedGroup, documentedGroups, type FieldToCome, groupWords } from '#contract/groups'
import { jsonSchemaOf } from '#contract/json-schema'
import type { EndpointDocs, ErrorDocs, Field, GroupDocs } from '../../pages/documentation/documentation.ts'
import { fieldsOf } from './fields.ts'

const base = '/documentation'

/** The documented groups of a contract, in their order. */
export function documentationOf(api: Readonly<Record<string, Endpoint>>): GroupDocs[] {
  return documentedGroups.map((group) => groupDocs(group, api))
}

/** One error as it is answered on some occasion. */
export function errorDocs(code: ErrorCode): ErrorDocs {
  return { status: errors[code].status, code, sentence: exampleSentenceOf(code) }
}

/** One endpoint; those of groups without pages of their own are shown as examples. */
export function endpointDocs(entry: Endpoint): EndpointDocs {
  const { method, path, group, summary, description, isBeta, status } = entry
  return {
    group,
    address: `${base}/${group}/${slugOf(method, path, group)}`,
    method,
    path,
    summary,
    description,
    isBeta,
    isForAdmins: entry.offQuota === 'all',
    request: {
      params: fieldsOf(jsonSchemaOf(entry.params, 'input')),
      query: fieldsOf(jsonSchemaOf(entry.query, 'input')),
      body: fieldsOf(jsonSchemaOf(entry.body, 'input')),
      headers: Object.entries(entry.requestHeaders).map(([name, text]) => plainField(name, 'string', text)),
    },
    example: {
      params: pairsOf(entry.example.input, 'params'),
      query: pairsOf(entry.example.input, 'query'),
      body: pairsOf(entry.example.input, 'body'),
    },
    status,
    answerExample: JSON.stringify(entry.example.output, null, 2),
    answer: fieldsOf(jsonSchemaOf(entry.output, 'output')),
    answerHeaders: Object.entries(headersOf(entry)).map(([name, text]) => ({ name, description: text })),
    errors: errorsOf(entry)
      .map(errorDocs)
      .sort((a, b) => a.status - b.status),
  }
}

function groupDocs(group: DocumentedGroup, api: Readonly<Record<string, Endpoint>>): GroupDocs {
  const { title, overview, models } = groupWords[group]
  return {
    kind: 'group',
    address: `${base}/${group}`,
    title,
    overview,
    endpoints: Object.values(api)
      .filter((entry) => entry.group === group)
      .map(endpointDocs),
    models: Object.entries(models).map(([name, { description, schema, toCome = [] }]) => ({
      name,
      description,
      fields: [...fieldsOf(jsonSchemaOf(schema, 'output')), ...toCome.map(fieldToCome)],
    })),
  }
}

/**
 * The last part of an endpoint's address: its method, and what its path has below that of the group. The search of a group is
 * `get`, its look-up `get-npi`.
 */
function slugOf(method: string, path: string, group: Group): string {
  const below = path.replace(new RegExp(`^/(api/)?(${group}/?)?`), '').replace(/[{}]/g, '')
  return [method.toLowerCase(), ...below.split('/').filter((part) => part !== '')].join('-')
}

function fieldToCome({ name, type, description }: FieldToCome): Field {
  return { ...plainField(name, type, description), isBeta: true }
}

function plainField(name: string, type: string, description: string): Field {
  return { name, type, description, isRequired: false, values: [], rules: [], fields: [] }
}

function pairsOf(input: unknown, part: string): [string, string][] {
  const member: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, part) : undefined
  return Object.entries(Object(member)).map(([name, value]) => [name, String(value)])
}
