import { expect, test } from 'vitest'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { lists } from '../lists.ts'

/** Of what cells may hold besides what is meant for them. */
const texts = [
  ...['', ' ', ',', '.', '-', '()', '((', 'None', 'N/A', '0', '00/00/0000', '2/30/2021', '99999', '1e309', '=1+1'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'undefined', 'null', '\uFEFF', '\uFFFD', '\u0000'],
  ...[
    'Active',
    'Y',
    'N',
    '2000011116',
    'I20031103900001',
    '1/2/2021',
    'RN',
    'G 12345',
    '036098765',
    'MD',
    'aka',
    'dba',
  ],
  ...['Ñandú, José', '李', '🧑‍⚕️', 'O’Dell-Reyes', 'van der Berg', 'Lee Jr.', 'a'.repeat(30_000), ', '.repeat(10_000)],
  ...[' aka '.repeat(5_000), '('.repeat(10_000), '1 '.repeat(10_000), 'A/K/A '.repeat(3_000)],
]

test.each(lists.map((list) => [list.name, list] as const))('any text in any cell is read or refused: %s', (_, list) => {
  const random = seededRandom(1)
  for (let count = 0; count < 300; count++) {
    const row = new Map<string, string>()
    const made = list.read((column) => {
      const text = row.get(column) ?? texts[random(texts.length)] ?? ''
      row.set(column, text)
      return text.trim()
    })
    expect('refused' in made ? made.refused : made).toBeDefined()
  }
})
