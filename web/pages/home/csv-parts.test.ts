import { expect, test } from 'vitest'
import { csvParts } from './csv-parts.ts'

test('a file that one call takes stays whole', () => {
  expect(csvParts('\uFEFFnpi,reference\r\n1234567893,a\r\n\r\n')).toEqual(['npi,reference\n1234567893,a\n'])
  expect(csvParts('1234567893')).toEqual(['1234567893\n'])
})

test('a longer one is cut between lines, and each part has the headings', () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => `${1_000_000_000 + n},reference ${n}`)
  const parts = csvParts(['NPI,Reference', ...rows].join('\n'))
  expect(parts.length).toBeGreaterThan(2)
  for (const part of parts) {
    expect(part.startsWith('NPI,Reference\n')).toBe(true)
    expect(part.length).toBeLessThan(45_000)
  }
  expect(parts.flatMap((part) => part.trim().split('\n').slice(1))).toEqual(rows)
})
