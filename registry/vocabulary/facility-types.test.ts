import { expect, test } from 'vitest'
import { facilityTypes } from '#contract/facilities'
import { facilityTypeOf } from './facility-types.ts'
import { organizationLabels } from './specialties.ts'

test.each([
  ['282N00000X', 'hospital'],
  ['273R00000X', 'hospital-unit'],
  ['261QP2300X', 'clinic'],
  ['261QU0200X', 'urgent-care'],
  ['261QA1903X', 'surgery-center'],
  ['261QE0700X', 'dialysis-center'],
  ['261QR0200X', 'imaging-center'],
  ['193200000X', 'practice'],
  ['207RC0000X', 'practice'],
  ['363LF0000X', 'practice'],
  ['3336C0003X', 'pharmacy'],
  ['332B00000X', 'medical-supplier'],
  ['291U00000X', 'laboratory'],
  ['314000000X', 'nursing-facility'],
  ['310400000X', 'assisted-living'],
  ['324500000X', 'residential-treatment'],
  ['385H00000X', 'respite-care'],
  ['251E00000X', 'home-health'],
  ['251G00000X', 'hospice'],
  ['315D00000X', 'hospice'],
  ['251K00000X', 'agency'],
  ['341600000X', 'medical-transport'],
  ['302R00000X', 'health-plan'],
])('an organization whose primary taxonomy is %s is of the type %s', (code, type) => {
  expect(facilityTypeOf(code)).toBe(type)
})

test('an organization without a taxonomy, or with an unknown one, is of the type other', () => {
  expect([facilityTypeOf(undefined), facilityTypeOf('ZZZZ00000X'), facilityTypeOf('')]).toEqual([
    'other',
    'other',
    'other',
  ])
})

test('every code of organizations that has a label of ours has a type, and every type some code', () => {
  const types = Object.keys(organizationLabels).map(facilityTypeOf)
  expect(types).not.toContain('other')
  expect(facilityTypes.filter((type) => type !== 'other' && !types.includes(type))).toEqual([])
})
