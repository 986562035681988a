/** Kinds of facilities, apart from what checks them; registry/vocabulary/facility-types.ts has their taxonomy codes. */

export const facilityTypes = [
  'hospital',
  'hospital-unit',
  'clinic',
  'urgent-care',
  'surgery-center',
  'dialysis-center',
  'imaging-center',
  'practice',
  'pharmacy',
  'laboratory',
  'nursing-facility',
  'assisted-living',
  'residential-treatment',
  'respite-care',
  'home-health',
  'hospice',
  'agency',
  'medical-supplier',
  'medical-transport',
  'health-plan',
  'other',
] as const

export type FacilityType = (typeof facilityTypes)[number]
