/** Texts of a search, before an index sees them. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { Plan } from './plan.ts'

test('G9: a text that is too long is refused before its words are compared with each other', () => {
  const text = Array.from({ length: 300 }, (_, n) => `w${n}`).join(' ')
  const compared = vi.spyOn(String.prototype, 'startsWith')
  onTestFinished(() => compared.mockRestore())
  const expected = expect.objectContaining({ code: 'fhir_value' })
  expect(() => new Plan('Practitioner').words('name', text)).toThrow(expected)
  expect(compared.mock.calls.length).toBeLessThan(300)
})
