import { expect, it } from 'vitest'
import { shownPath } from './shown-path.ts'

it.each([
  ['/api/doctors', '/api/doctors'],
  ['/api/doctors?address=350+5th+Ave&radius=5', '/api/doctors?address=350+5th+Ave&radius=5'],
  ['/api/doctors?api-key=pdx_1&radius=5', '/api/doctors?api-key=…&radius=5'],
  ['/a?radius=5&Access_Token=x%20y&password=z', '/a?radius=5&Access_Token=…&password=…'],
  ['/a?%74oken=x', '/a?%74oken=…'],
  ['/a?%zz=1&token', '/a?%zz=1&token=…'],
  ['/a?', '/a?'],
])('the path %s is shown as %s', (url, shown) => {
  expect(shownPath(url)).toBe(shown)
})

it('a path that is too long is cut', () => {
  expect(shownPath(`/a?name=${'b'.repeat(2_000)}`)).toBe(`/a?name=${'b'.repeat(492)}…`)
})
