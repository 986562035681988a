/** Credential texts as people write them: MD, M.D., "RN, BSN", or nothing. */
import type { NonEmpty, Random } from './random.ts'

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

/** The credential text of someone with this taxonomy. */
export function credentialText(code: string, random: Random): string {
  const known = credentials.find(([beginning]) => code.startsWith(beginning))
  if (known === undefined || random.chance(missingShare)) return ''
  const credential = random.pick(known[1])
  const written = /^[A-Z]{2,3}$/.test(credential) && random.chance(dottedShare) ? dotted(credential) : credential
  return random.chance(furtherShare) ? `${written}, ${random.pick(['PHD', 'MPH', 'MBA', 'FACP'])}` : written
}

const dotted = (credential: string): string => credential.replaceAll(/[A-Z]/g, '$&.')
