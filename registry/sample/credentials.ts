/** Credential texts as people write them: MD, M.D., "RN, BSN", or nothing. */
import { mapped, type NonEmpty } from './non-empty.ts'
import type { Random } from './random.ts'
import { type ReadyText, ready, readyList } from './ready.ts'
import type { Rows } from './rows.ts'

/** By the beginning of a taxonomy code; the first that fits counts. */
const credentials: readonly (readonly [codeBeginning: string, credentials: NonEmpty<string>])[] = [
  ['20', ['MD', 'MD', 'MD', 'MD', 'MD', 'MD', 'DO']],
  ['124', ['RDH']],
  ['12', ['DDS', 'DMD']],
  ['152', ['OD']],
  ['111', ['DC']],
  ['213', ['DPM']],
  ['101', ['LPC', 'LMHC', 'MA, LPC', 'LCPC']],
  ['103K', ['BCBA']],
  ['103', ['PHD', 'PSYD']],
  ['104', ['LCSW', 'MSW', 'LICSW']],
  ['106H', ['LMFT']],
  ['106', ['RBT']],
  ['133', ['RD', 'RDN, LD']],
  ['163', ['RN', 'RN, BSN', 'RN BSN']],
  ['164', ['LPN']],
  ['1711', ['LAC']],
  ['183', ['PHARMD', 'RPH']],
  ['225100', ['PT', 'DPT', 'PT, DPT']],
  ['2257', ['LMT']],
  ['225X', ['OTR/L', 'OT']],
  ['2279', ['RRT']],
  ['231', ['AUD']],
  ['235', ['CCC-SLP', 'MS, CCC-SLP']],
  ['363A', ['PA-C', 'PA']],
  ['363', ['FNP-C', 'NP', 'APRN', 'MSN, APRN, FNP-C', 'CRNP']],
  ['3675', ['CRNA']],
  ['367', ['CNM']],
]

const missingShare = 0.04
const furtherShare = 0.03
const dottedShare = 0.45

/** A credential as it is written most often, and with dots where some write it so. */
export interface Credential {
  plain: ReadyText
  dotted: ReadyText | undefined
}

/** The credentials that someone with this taxonomy may have; undefined where none is known. */
export function credentialsOf(code: string): NonEmpty<Credential> | undefined {
  const known = credentials.find(([beginning]) => code.startsWith(beginning))
  return known && mapped(known[1], (plain) => ({ plain: ready(plain), dotted: dotted(plain) }))
}

const dotted = (credential: string): ReadyText | undefined =>
  /^[A-Z]{2,3}$/.test(credential) ? ready(credential.replaceAll(/[A-Z]/g, '$&.')) : undefined

const further = readyList(', PHD', ', MPH', ', MBA', ', FACP')

/** The credential text of someone who may have these. */
export function addCredential(row: Rows, known: NonEmpty<Credential> | undefined, random: Random): void {
  if (known !== undefined && !random.chance(missingShare)) {
    const { plain, dotted } = random.pick(known)
    row.part(dotted !== undefined && random.chance(dottedShare) ? dotted : plain)
    if (random.chance(furtherShare)) row.part(random.pick(further))
  }
  row.endField()
}
