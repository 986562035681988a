/** How common each kind of organization is among invented ones, and how organizations of a kind are called. */
import { organizationLabels } from '#registry/vocabulary/specialties'
import { withTail } from './individual-taxonomies.ts'
import { mapped, type NonEmpty } from './non-empty.ts'
import { type ReadyText, ready } from './ready.ts'

/** Per thousand organizations, of which the tail takes what is left. */
const common = `
  3336C0003X 60 251E00000X 40 332B00000X 55 261QM0801X 30 207Q00000X 40 207R00000X 35 1223G0001X 60 122300000X 30
  111N00000X 40 152W00000X 28 225100000X 30 261QP2000X 18 193200000X 24 193400000X 18 253Z00000X 40 343900000X 35
  251S00000X 28 261Q00000X 25 261QP2300X 16 261QU0200X 14 261QM1300X 14 282N00000X 14 282NC0060X 4 283Q00000X 2
  314000000X 22 310400000X 24 313M00000X 4 291U00000X 22 251G00000X 10 261QA1903X 12 261QF0400X 10 261QR0200X 8
  261QE0700X 9 101YM0800X 24 1041C0700X 14 103T00000X 8 208000000X 12 207V00000X 9 207X00000X 7 207W00000X 8
  2084P0800X 9 207N00000X 5 207RC0000X 6 208600000X 6 213E00000X 6 235Z00000X 9 225X00000X 5 363L00000X 8 363LF0000X 9
  332H00000X 10 335E00000X 6 3416L0300X 14 251B00000X 12 251K00000X 6 261QD0000X 10 261QR1300X 8 251300000X 10
  320900000X 14 324500000X 10 385H00000X 4 333600000X 8 3336L0003X 3 3336S0011X 3 3336C0004X 2 332BX2000X 5
  103K00000X 12 106S00000X 6 261QR0405X 6 251J00000X 6 311Z00000X 5 282NC2000X 0.6 283X00000X 1 282E00000X 1
`

const tailWeight = 0.4

/** Codes with their weights. */
export function organizationTaxonomies(): [code: string, weight: number][] {
  return withTail(common, tailWeight, Object.keys(organizationLabels))
}

type Endings = NonEmpty<string>

/** What an organization's name ends in, by the beginning of its code; the longest beginning counts. */
const nameEndings: readonly (readonly [codeBeginning: string, endings: Endings])[] = [
  ['101', ['COUNSELING', 'COUNSELING CENTER', 'WELLNESS']],
  ['103', ['PSYCHOLOGICAL SERVICES', 'BEHAVIORAL HEALTH']],
  ['104', ['FAMILY SERVICES', 'COUNSELING']],
  ['106', ['BEHAVIOR THERAPY', 'AUTISM SERVICES']],
  ['111', ['CHIROPRACTIC', 'CHIROPRACTIC CENTER', 'SPINE & WELLNESS']],
  ['122', ['DENTAL', 'FAMILY DENTISTRY', 'DENTAL CARE', 'SMILES']],
  ['152', ['EYE CARE', 'VISION CENTER', 'OPTICAL']],
  ['193', ['MEDICAL GROUP', 'PHYSICIANS', 'HEALTH PARTNERS', 'CLINIC']],
  ['2084P', ['PSYCHIATRY', 'BEHAVIORAL HEALTH']],
  ['207N', ['DERMATOLOGY', 'SKIN CARE']],
  ['207RC', ['HEART GROUP', 'CARDIOLOGY']],
  ['207V', ["WOMEN'S HEALTH", 'OB-GYN']],
  ['207W', ['EYE PHYSICIANS', 'EYE SURGERY']],
  ['207X', ['ORTHOPEDICS', 'BONE & JOINT']],
  ['208000', ['PEDIATRICS', "CHILDREN'S CLINIC"]],
  ['20', ['FAMILY MEDICINE', 'MEDICAL ASSOCIATES', 'INTERNAL MEDICINE', 'PHYSICIANS', 'MEDICAL GROUP']],
  ['213', ['FOOT & ANKLE', 'PODIATRY']],
  ['225', ['PHYSICAL THERAPY', 'REHABILITATION', 'SPORTS & SPINE']],
  ['235', ['SPEECH THERAPY', 'THERAPY SERVICES']],
  ['251E', ['HOME HEALTH', 'HOME HEALTH CARE']],
  ['251G', ['HOSPICE', 'HOSPICE & PALLIATIVE CARE']],
  ['251300', ['SCHOOL DISTRICT', 'UNIFIED SCHOOLS']],
  ['25', ['HOME CARE', 'COMMUNITY SERVICES', 'SUPPORT SERVICES']],
  ['261QD', ['DENTAL CLINIC']],
  ['261QE', ['DIALYSIS', 'KIDNEY CARE']],
  ['261QM0', ['MENTAL HEALTH CENTER', 'BEHAVIORAL HEALTH']],
  ['261QU', ['URGENT CARE', 'WALK-IN CARE']],
  ['261QA1', ['SURGERY CENTER', 'SURGICAL CENTER']],
  ['261QR0200', ['IMAGING', 'RADIOLOGY']],
  ['26', ['HEALTH CENTER', 'CLINIC', 'COMMUNITY CLINIC']],
  ['28', ['GENERAL HOSPITAL', 'MEDICAL CENTER', 'REGIONAL HOSPITAL', 'MEMORIAL HOSPITAL']],
  ['27', ['GENERAL HOSPITAL', 'MEDICAL CENTER']],
  ['29', ['LABORATORIES', 'DIAGNOSTICS']],
  ['310', ['ASSISTED LIVING', 'SENIOR LIVING']],
  ['31', ['NURSING & REHABILITATION', 'CARE CENTER', 'MANOR']],
  ['32', ['RECOVERY', 'RESIDENTIAL SERVICES']],
  ['3336', ['PHARMACY', 'DRUGS', 'APOTHECARY']],
  ['33', ['MEDICAL SUPPLY', 'MEDICAL EQUIPMENT', 'HOME MEDICAL']],
  ['34', ['AMBULANCE', 'MEDICAL TRANSPORT', 'TRANSPORTATION']],
]

const otherEndings: Endings = ['HEALTH SERVICES', 'CARE', 'HEALTH']

/** What the names of organizations with this code end in, after a space. */
export function nameEndingsOf(code: string): NonEmpty<ReadyText> {
  let longest = ''
  let found = otherEndings
  for (const [beginning, endings] of nameEndings) {
    if (beginning.length <= longest.length || !code.startsWith(beginning)) continue
    longest = beginning
    found = endings
  }
  return mapped(found, (ending) => ready(` ${ending}`))
}
