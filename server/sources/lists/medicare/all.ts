import type { SourceList } from '../../source-list.ts'
import { cmsAffiliations } from './affiliations.ts'
import { cmsClinicians } from './clinicians.ts'
import { cmsEnrollments, cmsReassignments } from './enrollments.ts'
import { cmsOptOut } from './opt-out.ts'
import { cmsOrderRefer } from './order-refer.ts'

export const medicareLists: readonly SourceList<'medicare'>[] = [
  cmsAffiliations,
  cmsClinicians,
  cmsEnrollments,
  cmsOptOut,
  cmsOrderRefer,
  cmsReassignments,
]
