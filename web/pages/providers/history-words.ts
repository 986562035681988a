import type { FieldChange } from '#contract/events'
import { dayText } from '../../ui/format.ts'
import { phoneText } from '../explore/words.ts'

const ownWords: Readonly<Record<string, string>> = {
  nameParts: 'Name',
  address: 'Practice address',
  locations: 'Practice locations',
  taxonomies: 'Taxonomies and licenses',
  isSoleProprietor: 'Sole proprietor',
  isSubpart: 'Subpart',
}

/** Mailing address, of `mailingAddress`. */
export function fieldWords(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return ownWords[field] ?? words.slice(0, 1).toUpperCase() + words.slice(1)
}

const valuesMax = 5

/** from (212) 555-0100 to (212) 555-0101; of lists, what only one side has. */
export function valuesWords({ field, before, after }: FieldChange): string {
  const [was, is] = [before, after].map((value) => textsOf(value, field === 'nameParts' ? ' ' : ', '))
  const [gone, come] = [was.filter((text) => !is.includes(text)), is.filter((text) => !was.includes(text))]
  if (gone.length === 0 && come.length === 0) return 'changed'
  if (gone.length === 0) return `added ${listText(come)}`
  if (come.length === 0) return `removed ${listText(gone)}`
  return `from ${listText(gone)} to ${listText(come)}`
}

function listText(texts: readonly string[]): string {
  const more = texts.length - valuesMax
  return texts.slice(0, valuesMax).join('; ') + (more > 0 ? ` and ${more} more` : '')
}

/** Of a list, the text of each part; of another value one; of none, none. */
function textsOf(value: unknown, between: string): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => textsOf(part, between))
  const text = textOf(value, between)
  return text === '' ? [] : [text]
}

function textOf(value: unknown, between: string): string {
  switch (typeof value) {
    case 'string':
      return /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayText(value) : phoneText(value)
    case 'number':
      return String(value)
    case 'boolean':
      return value ? 'yes' : 'no'
    default:
      return Object.values(Object(value))
        .filter(isShown)
        .map((part) => textOf(part, between))
        .join(between)
  }
}

/** Flags within a value say little without their names, and coordinates are ours. */
function isShown(part: unknown): boolean {
  return typeof part !== 'boolean' && !Array.isArray(part) && part !== null && part !== ''
}
