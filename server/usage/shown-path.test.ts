import { expect, it } from 'vitest'
import { shownPath } from './usage-batch.ts'

it.each([
  ['/api/doctors', '/api/doctors'],
  ['/api/doctors?address=350+5th+Ave&radius=5', '/api/doctors?address=350+5th+Ave&radius=5'],
  ['/api/doctors?api-key=pdx_1&radius=5', '/api/doctors?api-key=…&radius=5'],
  ['/a?radius=5&Access_Token=x%20y&password=z', '/a?radius=5&Access_Token=…&password=…'],
  ['/a?%74oken=x', '/a?%74oken=…'],
  ['/a?%zz=1&token', '/a?%zz=1&token=…'],
  ['/a?', '/a?'],
  ['/api/doctors?name=pdx_1&radius=5', '/api/doctors?name=…&radius=5'],
  ['/api/doctors?name=of+pdx%5f1', '/api/doctors?name=…'],
  ['/api/doctors?name=%zz%ffpdx%5F1', '/api/doctors?name=…'],
  ['/api/doctors?name=Bearer%20x&city=ada%40example.org', '/api/doctors?name=…&city=…'],
  ['/api/doctors?pdx_1&%70dx_1=5&token%3Dx', '/api/doctors?…&…&…'],
  ['/api/doctors/pdx_1', '/api/doctors/…'],
  ['/api/doctors/%70dx_1/reviews?page=2', '/api/doctors/…/reviews?page=2'],
  ['/api/doctors/1234567893/reviews', '/api/doctors/1234567893/reviews'],
])('the path %s is shown as %s', (url, shown) => {
  expect(shownPath(url)).toBe(shown)
})

it('a secret at the end of what is kept is hidden before it is cut', () => {
  const url = `/a?name=${'b'.repeat(470)}&name=pdx_${'1'.repeat(46)}`
  expect(shownPath(url)).toBe(`/a?name=${'b'.repeat(470)}&name=…`)
})

it('a path that is too long is cut', () => {
  expect(shownPath(`/a?name=${'b'.repeat(900)}`)).toBe(`/a?name=${'b'.repeat(492)}…`)
})

it('of a path that is far too long the part in which it is cut is left out, for it may be half of a secret', () => {
  expect(shownPath(`/a?token=${'b'.repeat(980)}&name=ada@example.org`)).toBe('/a?token=…&…')
  expect(shownPath(`/a?name=${'@'.repeat(16_000)}`)).toBe('/a?…')
})
