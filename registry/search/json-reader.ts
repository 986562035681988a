/** Reads the small JSON files of a registry; each failure names the file, the member and what came. */
import { messageOf, RegistryError } from './errors.ts'

export interface Reader {
  text(member: string, pattern?: RegExp): string
  whole(member: string): number
  wholes<const K extends string>(...members: readonly K[]): Record<K, number>
  flag(member: string): boolean
  oneOf<const T extends string>(member: string, words: readonly T[]): T
  has(member: string): boolean
  isNull(member: string): boolean
  object(member: string): Reader
  list(member: string): Reader[]
  mapObjects<T>(read: (member: Reader) => T): Record<string, T>
  mapValues<T>(isExpected: (value: unknown) => value is T, expected: string): Record<string, T>
}

export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new RegistryError(file, `expected JSON, got ${messageOf(error)}`)
  }
}

export function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** `path` is the value's place in the file, for messages. */
export function readerOf(value: unknown, file: string, path = ''): Reader {
  if (!isObject(value))
    throw new RegistryError(file, `${path || 'the whole file'}: expected an object, got ${shown(value)}`)

  const pathOf = (member: string) => (path === '' ? member : `${path}.${member}`)
  const expect = <T>(member: string, expected: string, isExpected: (value: unknown) => value is T): T => {
    const found = value[member]
    if (isExpected(found)) return found
    throw new RegistryError(file, `${pathOf(member)}: expected ${expected}, got ${shown(found)}`)
  }
  const entries = <T>(read: (member: string) => T) =>
    Object.fromEntries(Object.keys(value).map((member) => [member, read(member)]))

  return {
    text: (member, pattern) =>
      expect(
        member,
        pattern === undefined ? 'a text' : `a text like ${pattern.source}`,
        (found): found is string => typeof found === 'string' && (pattern === undefined || pattern.test(found)),
      ),
    whole: (member) => expect(member, 'a whole number from 0', isWhole),
    wholes: (...members) => recordOf(members, (member) => expect(member, 'a whole number from 0', isWhole)),
    flag: (member) => expect(member, 'true or false', (found) => typeof found === 'boolean'),
    oneOf: <const T extends string>(member: string, words: readonly T[]) =>
      expect(member, `one of ${words.join(', ')}`, (found): found is T => words.some((word) => word === found)),
    has: (member) => value[member] !== undefined,
    isNull: (member) => value[member] === null,
    object: (member) => readerOf(value[member], file, pathOf(member)),
    list: (member) =>
      expect(member, 'a list', (found): found is unknown[] => Array.isArray(found)).map((item, index) =>
        readerOf(item, file, `${pathOf(member)}[${index}]`),
      ),
    mapObjects: (read) => entries((member) => read(readerOf(value[member], file, pathOf(member)))),
    mapValues: (isExpected, expected) => entries((member) => expect(member, expected, isExpected)),
  }
}

function recordOf<K extends string, T>(members: readonly K[], read: (member: K) => T): Record<K, T> {
  // Object.fromEntries forgets its keys: they are the members.
  return Object.fromEntries(members.map((member) => [member, read(member)])) as Record<K, T>
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80)
}
