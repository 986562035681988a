/**
 * The kind of facility of a taxonomy code (NUCC's code set, version 25.1). Which of our words a grouping is given is
 * our own decision.
 */
import type { FacilityType } from '#contract/facilities'

/** Prefixes of codes; the longest match decides. Codes of persons are practices. */
const beginnings: Readonly<Record<FacilityType, string>> = {
  agency: '25',
  'assisted-living': '3104 311Z',
  clinic: '261',
  'dialysis-center': '261QE0700',
  'health-plan': '30',
  'home-health': '251E 251F 251J 253Z',
  hospice: '251G 315D',
  hospital: '28',
  'hospital-unit': '27',
  'imaging-center': '261QM1200 261QR0200 261QR0206 261QR0207 261QR0208 335V',
  laboratory: '29',
  'medical-supplier': '33',
  'medical-transport': '34',
  'nursing-facility': '31',
  other: '1742 177F',
  pharmacy: '3320 3321 3328 3336',
  practice: '1 2 36 37',
  'residential-treatment': '32',
  'respite-care': '38',
  'surgery-center': '261QA1903 261QE0800 261QS0112 261QS0132',
  'urgent-care': '261QE0002 261QU0200',
}

/** In the order of a snapshot. */
export const facilityTypesInOrder: readonly FacilityType[] = typed(Object.keys(beginnings))

/** `other` without a code, or with an unknown one. */
export function facilityTypeOf(primaryCode: string | undefined): FacilityType {
  let found: FacilityType = 'other'
  let longest = 0
  for (const type of facilityTypesInOrder) {
    for (const beginning of beginnings[type].split(' ')) {
      if (beginning.length <= longest || primaryCode?.startsWith(beginning) !== true) continue
      found = type
      longest = beginning.length
    }
  }
  return found
}

function typed(keys: readonly string[]): FacilityType[] {
  // Object.keys forgets what its keys are.
  return keys as FacilityType[]
}
