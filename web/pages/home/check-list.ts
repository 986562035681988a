/** Checks the rows of a list: NPIs by batches, each name by a search of people, then of organizations. */
import { batchNpisMax, pageSizeMax } from '#contract/limits'
import { call, type Output } from '../../api/call.ts'
import { numberText } from '../../ui/format.ts'
import type { List, ListedName, ListedNpi } from './list-file.ts'

export type RowState = 'active' | 'deactivated' | 'unknown' | 'malformed' | 'several' | 'possible'

export interface CheckedRow {
  line: number
  /** What the list has. */
  asked: string
  state: RowState
  npi: string
  name: string
  specialty: string
  place: string
  phone: string
  note: string
}

interface CheckParts {
  apiKey: string
  signal: AbortSignal
  /** Called with rows as they are known. */
  onRows: (rows: readonly CheckedRow[]) => void
}

/** Checks from row `from` on; throws the CallError of the first call that fails. */
export async function checkList(list: List, from: number, parts: CheckParts): Promise<void> {
  if (list.kind === 'npis') await checkNpis(list.rows.slice(from), parts)
  else await checkNames(list.rows.slice(from), parts)
}

const npiForm = /^[12]\d{9}$/

async function checkNpis(rows: readonly ListedNpi[], { apiKey, signal, onRows }: CheckParts): Promise<void> {
  for (let from = 0; from < rows.length; from += batchNpisMax) {
    const some = rows.slice(from, from + batchNpisMax)
    const npis = some.map(({ npi }) => npi).filter((npi) => npiForm.test(npi))
    const { providers } =
      npis.length === 0
        ? { providers: [] }
        : await call('POST /api/providers/batch', { body: { npis, fields } }, { apiKey, signal })
    const answers = providers.values()
    onRows(some.map((row) => (npiForm.test(row.npi) ? answeredRow(row, answers.next().value) : malformedRow(row))))
  }
}

const fields = ['name', 'specialties', 'address', 'phone']

type Answer = Output<'POST /api/providers/batch'>['providers'][number]

const nothing = { npi: '', name: '', specialty: '', place: '', phone: '', note: '' }

function malformedRow({ line, npi }: ListedNpi): CheckedRow {
  return {
    ...nothing,
    line,
    asked: npi,
    state: 'malformed',
    note: 'Not an NPI: expected ten digits, the first 1 or 2.',
  }
}

function answeredRow({ line, npi }: ListedNpi, answer: Answer | undefined): CheckedRow {
  const row = { ...nothing, line, asked: npi, npi }
  if (answer === undefined) throw new Error('The batch has fewer answers than NPIs.')
  switch (answer.status) {
    case 'active':
      return { ...row, state: 'active', ...factsOf(answer) }
    case 'deactivated':
      return { ...row, state: 'deactivated', note: answer.reason }
    case 'unknown':
      return { ...row, state: 'unknown', note: answer.reason }
  }
}

async function checkNames(rows: readonly ListedName[], { apiKey, signal, onRows }: CheckParts): Promise<void> {
  for (const row of rows) {
    const { name, city, state } = row
    const query = { name, state, nicknames: 'true', limit: String(pageSizeMax), ...(city !== '' && { city }) }
    const people = await call('GET /api/individuals', { query }, { apiKey, signal })
    if (people.total > 0) onRows([namedRow(row, people.providers, people.total)])
    else {
      const { organizations, total } = await call('GET /api/organizations', { query }, { apiKey, signal })
      onRows([namedRow(row, organizations, total)])
    }
  }
}

interface Hit extends Facts {
  npi: number
  name: string
  credentials?: readonly string[]
}

/** `total` counts all hits. One is sure where it alone has the very name, and all that resemble it are known. */
export function namedRow({ line, name, city, state }: ListedName, hits: readonly Hit[], total: number): CheckedRow {
  const row = { ...nothing, line, asked: [name, city, state].filter((part) => part !== '').join(', ') }
  const same = hits.filter((hit) => isSameName(name, hit))
  const [first] = same.length > 0 ? same : hits
  if (first === undefined) return { ...row, state: 'unknown', note: 'No one with this name was found.' }
  if (total > hits.length || same.length > 1 || (same.length === 0 && total > 1)) {
    const where = city === '' ? state : `${city}, ${state}`
    const note = `${numberText(total)} providers in ${where} have this name or a similar one.`
    return { ...row, state: 'several', note }
  }
  const found = { ...row, npi: String(first.npi), ...factsOf(first) }
  if (same.length === 1) return { ...found, state: 'active' }
  return { ...found, state: 'possible', note: `Found by a similar name: ${name} → ${first.name}` }
}

/** Whether all words are of the name on file or of its credentials, the first and the last of that name among them. */
function isSameName(asked: string, { name, credentials = [] }: Pick<Hit, 'name' | 'credentials'>): boolean {
  const [words, filed] = [wordsOf(asked), wordsOf(name)]
  const known = new Set([...filed, ...credentials.flatMap(wordsOf)])
  return (
    [filed.at(0), filed.at(-1)].every((word = '') => words.includes(word)) && words.every((word) => known.has(word))
  )
}

/** Titles, generations and forms of companies, which lists have or leave out. */
const unsaid = new Set('dr mr mrs ms jr sr ii iii iv inc llc pllc llp lp ltd corp co pc pa'.split(' '))

function wordsOf(name: string): string[] {
  const plain = name.normalize('NFD').replace(/[\p{M}'’.]/gu, '')
  return (plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !unsaid.has(word))
}

type Facts = Pick<Extract<Answer, { kind: string }>, 'name' | 'specialties' | 'address' | 'phone'>

function factsOf({ name = '', specialties = [], address, phone }: Facts) {
  const place = address === undefined ? '' : `${address.city}, ${address.state}`
  return { name, specialty: specialties[0] ?? '', place, phone: phone ?? '' }
}
