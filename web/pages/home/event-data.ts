/** The data of events in words: pure functions. */
import { readableDays } from '../../ui/format.ts'

interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

/** What the event says beside its changes, and each field that differs: those listed, or those of two whole records. */
export function changesIn({ changes, before, after, ...facts }: Readonly<Record<string, unknown>>): {
  facts: Readonly<Record<string, unknown>>
  changes: readonly FieldChange[]
} {
  if (Array.isArray(changes)) return { facts, changes: changes.map(changeOf) }
  const [former, present] = [{ ...Object(before) }, { ...Object(after) }]
  const fields = Object.keys({ ...former, ...present })
    .map((field) => ({ field, before: former[field] ?? null, after: present[field] ?? null }))
    .filter((one) => one.before !== one.after)
  return { facts, changes: fields }
}

function changeOf(change: unknown): FieldChange {
  const { field, before, after } = Object(change)
  return { field: String(field), before, after }
}

/** `replacementNpi` is "Replacement NPI". */
export function wordsOf(field: string): string {
  if (field === 'nameParts') return 'Name'
  const words = field
    .split(/(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .map((word) => (/^(npi|id)s?$/.test(word) ? word.toUpperCase().replace('S', 's') : word))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Not for reading: positions and what we derive. */
const leftOut = new Set(['coords', 'id'])

/** A filed value in one line: members with commas between, items of lists with semicolons. */
export function textOf(value: unknown): string {
  const text = plainText(value)
  return text === '' ? 'None' : text
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return joined(value.map(plainText), '; ')
  if (typeof value !== 'object') return readableDays(String(value))
  const members = Object.entries(value).filter(([name]) => !leftOut.has(name))
  return joined(
    members.map(([, member]) => plainText(member)),
    ', ',
  )
}

function joined(texts: readonly string[], separator: string): string {
  return texts.filter((text) => text !== '').join(separator)
}
