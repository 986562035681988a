/**
 * The checks that are made while the caller waits, in the contract's order. Each gives its finding in one sentence
 * and its source. It never decides or guesses: where the sources say nothing, the result is unknown.
 */
import type { CheckCode, CheckResult, CredentialType, credentialTypes } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import { hasValidCheckDigit } from '#registry/npi'
import type { ImageMetadata } from '../images/image-answer.ts'
import type { SentBefore } from '../images/images.ts'
import type { License, RegistryEntry, RegistryFacts } from './registry-facts.ts'

export interface InstantEvidence {
  npi: string
  credential: CredentialType
  registry: RegistryEntry
  /** source-checks.ts */
  ofSources: readonly Check[]
  seenBefore: SentBefore
  metadata: ImageMetadata
  today: string
}

export function instantChecks(evidence: InstantEvidence): Check[] {
  const { npi, credential, registry, ofSources, seenBefore, metadata, today } = evidence
  const source = { name: registry.isSample ? 'Sample registry (fictional)' : 'NPPES (CMS)', date: registry.sourceDate }
  const ofRegistry = (code: CheckCode, [result, sentence]: Finding): Check => ({ code, result, sentence, source })
  const image = { name: 'The image', date: today }
  const { facts } = registry
  return [
    { code: 'npi.check_digit', ...found(checkDigit(npi)), source: { name: 'CMS check digit rule', date: null } },
    ofRegistry('npi.found', isFound(facts)),
    ofRegistry('npi.active', isActive(facts)),
    ofRegistry('npi.individual', isIndividual(facts)),
    ofRegistry('credential.agrees', agrees(credential, facts)),
    ofRegistry('licenses.on_file', onFile(facts)),
    ...ofSources,
    { code: 'image.seen_before', ...found(wasSeen(seenBefore)), source: { name: 'Images sent before', date: today } },
    { code: 'image.edited', ...found(wasEdited(metadata)), source: image },
  ]
}

type Finding = readonly [result: CheckResult, sentence: string]

function found([result, sentence]: Finding): Pick<Check, 'result' | 'sentence'> {
  return { result, sentence }
}

function checkDigit(npi: string): Finding {
  return hasValidCheckDigit(npi)
    ? ['passed', 'The check digit is valid.']
    : ['failed', 'The check digit is wrong, so the number has a typo or CMS never issued it.']
}

function isFound(facts: RegistryFacts | undefined): Finding {
  if (facts === undefined) return ['failed', 'The registry doesn’t have this NPI.']
  if (facts.kind === 'deactivated') return ['passed', 'The registry lists this NPI as deactivated.']
  return ['passed', `The registry lists it for ${facts.name}.`]
}

function isActive(facts: RegistryFacts | undefined): Finding {
  if (facts === undefined) return ['unknown', 'Nothing is on file for this NPI.']
  if (facts.kind === 'deactivated')
    return ['failed', `CMS deactivated it on ${facts.deactivatedOn ?? 'a day not on file'}.`]
  return ['passed', facts.enumeratedOn === null ? 'It is active.' : `Active since ${facts.enumeratedOn}.`]
}

function isIndividual(facts: RegistryFacts | undefined): Finding {
  if (facts === undefined || facts.kind === 'deactivated') return ['unknown', 'Nothing else is on file for this NPI.']
  if (facts.kind === 'individual') return ['passed', 'It belongs to a person.']
  return ['failed', `It belongs to an organization, ${facts.name}.`]
}

/** NUCC: physicians have the codes from 20, registered nurses those from 163W. */
const taxonomyOf: Readonly<Record<CredentialType, { form: RegExp; words: string }>> = {
  MD: { form: /^20/, words: 'a physician' },
  DO: { form: /^20/, words: 'a physician' },
  RN: { form: /^163W/, words: 'a registered nurse' },
}

function agrees(credential: CredentialType, facts: RegistryFacts | undefined): Finding {
  if (facts?.kind !== 'individual') return ['unknown', 'The registry has no person under this NPI.']
  const { form, words } = taxonomyOf[credential]
  const hasTaxonomy = facts.taxonomyCodes.some((code) => form.test(code))
  const hasText = facts.credentials.includes(credential)
  const others = credentialTypesIn(facts).filter((type) => type !== credential)
  const onFile = facts.credentials.length === 0 ? 'no credential' : facts.credentials.join(', ')
  if (hasTaxonomy && hasText) return ['passed', `The registry lists ${words} with the credential ${credential}.`]
  if (hasTaxonomy && credential === 'RN')
    return ['passed', `The registry lists ${words}; its credential text says ${onFile}.`]
  if (hasTaxonomy && others.some((type) => taxonomyOf[type].form.source === form.source)) {
    return ['failed', `The registry lists ${words} with the credential ${onFile}, not ${credential}.`]
  }
  if (hasTaxonomy) return ['warning', `The registry lists ${words} with ${onFile} instead of ${credential}.`]
  if (hasText) return ['warning', `The registry lists the credential ${credential}, but no taxonomy of ${words}.`]
  return ['failed', `The registry lists no taxonomy of ${words}, and ${onFile} instead of ${credential}.`]
}

/** Those whose taxonomy is on file too come first. */
export function credentialTypesIn(facts: RegistryFacts): CredentialType[] {
  const types: CredentialType[] = []
  for (const type of ['MD', 'DO', 'RN'] as const satisfies (keyof typeof credentialTypes)[]) {
    if (facts.credentials.includes(type)) types.push(type)
    else if (type === 'RN' && facts.taxonomyCodes.some((code) => taxonomyOf.RN.form.test(code))) types.push(type)
  }
  return types.sort((a, b) => Number(hasTaxonomyOf(b, facts)) - Number(hasTaxonomyOf(a, facts)))
}

function hasTaxonomyOf(type: CredentialType, facts: RegistryFacts): boolean {
  return facts.taxonomyCodes.some((code) => taxonomyOf[type].form.test(code))
}

const licensesNamed = 5

function onFile(facts: RegistryFacts | undefined): Finding {
  if (facts?.kind !== 'individual') return ['unknown', 'The registry has no person under this NPI.']
  const licenses = [...new Set(facts.licenses.map(licenseText))]
  if (licenses.length === 0) return ['warning', 'No license number is on file.']
  const more = licenses.length > licensesNamed ? ` and ${licenses.length - licensesNamed} more` : ''
  return ['passed', `On file: ${licenses.slice(0, licensesNamed).join(', ')}${more}. Providers report them themselves.`]
}

function licenseText({ number, state }: License): string {
  return state === null ? number : `${number} (${state})`
}

function wasSeen({ exact, near, unsure }: SentBefore): Finding {
  const where = 'for another account or another NPI'
  // All images of the same bytes are counted; of similar ones those that were found.
  const times = timesText(exact + near.length, near.length === 0 && unsure.length === 0)
  if (exact > 0) return ['failed', `The same image was sent ${times} before, ${where}.`]
  if (near.length > 0) return ['warning', `A very similar image was sent ${times} before, ${where}.`]
  if (unsure.length > 0) return ['unknown', 'Images like it were sent before, and not all of them could be compared.']
  return ['passed', `No image like it is on file ${where}.`]
}

function timesText(count: number, isAll: boolean): string {
  return `${isAll ? '' : 'at least '}${count === 1 ? 'once' : `${count} times`}`
}

function wasEdited({ editedBy, hasCamera, software }: ImageMetadata): Finding {
  if (editedBy !== undefined) return ['warning', `The file says it was written by ${editedBy}, an image editor.`]
  if (software !== undefined) {
    return hasCamera
      ? ['passed', `The file names a camera, and says it was written by ${software}.`]
      : ['unknown', `The file says it was written by ${software}, and names no camera.`]
  }
  if (hasCamera) return ['passed', 'The file names a camera, and has no sign of editing in it.']
  return ['unknown', 'The file has no metadata to go by.']
}
