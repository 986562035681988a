/** Kinds of facilities; registry/vocabulary/facility-types.ts has their taxonomy codes. */
import { z } from 'zod'

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

export const facilityType = z
  .enum(facilityTypes)
  .describe('What kind of facility it is, by its primary taxonomy; practice is an office or group of clinicians.')
