import { codeOfPhrase, phrasesMax } from '#registry/search/records'
import { clinicianLabels, labelOf, organizationLabels, physicianLabels } from '#registry/vocabulary/specialties'
import { bytesOf } from '../memory/bytes.ts'
import type { main } from '../rows/columns.ts'
import type { PackedFields } from '../stage/staged-rows.ts'

/**
 * The phrases of the details in one snapshot: the names of their members, and the beginning of every taxonomy that has a
 * label of its own, but for those that few have. The labels alone decide which there are and which number each has, so
 * that every thread has the same.
 */

/**
 * The bytes that stand for each member, by what it is called here. The commonest come first: the first 21 take one byte, the others
 * two. (Not by a loop over names: an object that is filled by names takes a search for each that is read.)
 */
function membersBy(add: (text: string) => Uint8Array) {
  return {
    taxonomies: add(',"taxonomies":['),
    licenseNumber: add(',"licenseNumber":"'),
    licenseState: add(',"licenseState":"'),
    mailingPhone: add(',"mailingPhone":"'),
    mailingFax: add(',"mailingFax":"'),
    noOthers: add('],"otherNames":[],"identifiers":[],"endpoints":['),
    mailingAddress: add('],"mailingAddress":{"firstLine":"'),
    secondLine: add(',"secondLine":"'),
    city: add(',"city":"'),
    state: add(',"state":"'),
    postalCodeInUs: add(',"countryCode":"US","postalCode":"'),
    enumeratedOn: add(',"enumeratedOn":"'),
    updatedOn: add(',"updatedOn":"'),
    certifiedOn: add(',"certifiedOn":"'),
    notCertified: add(',"certifiedOn":null'),
    notReplaced: add(',"deactivatedOn":null,"reactivatedOn":null,"replacementNpi":null'),
    nameParts: add(',"nameParts":{'),
    first: add('"first":"'),
    middle: add('"middle":"'),
    credential: add('"credential":"'),
    nextPart: add('",'),
    last: add('"last":"'),
    isNotSoleProprietor: add('"},"isSoleProprietor":false'),
    sexF: add(',"sexCode":"F"'),
    sexM: add(',"sexCode":"M"'),
    isPrimary: add(',"isPrimary":true'),
    isNotPrimary: add(',"isPrimary":false'),
    isSoleProprietor: add('"},"isSoleProprietor":true'),
    mayBeSoleProprietor: add('"},"isSoleProprietor":null'),
    prefix: add('"prefix":"'),
    suffix: add('"suffix":"'),
    group: add(',"group":"'),
    otherNames: add('],"otherNames":['),
    identifiers: add('],"identifiers":['),
    endpoints: add('],"endpoints":['),
    noMailingAddress: add('],"mailingAddress":null'),
    noMailingPhone: add(',"mailingPhone":null'),
    noMailingFax: add(',"mailingFax":null'),
    countryCode: add(',"countryCode":"'),
    postalCode: add(',"postalCode":"'),
    notEnumerated: add(',"enumeratedOn":null'),
    notUpdated: add(',"updatedOn":null'),
    notDeactivated: add(',"deactivatedOn":null'),
    deactivatedOn: add(',"deactivatedOn":"'),
    notReactivated: add(',"reactivatedOn":null'),
    reactivatedOn: add(',"reactivatedOn":"'),
    noReplacement: add(',"replacementNpi":null'),
    replacementNpi: add(',"replacementNpi":'),
    identifierValue: add('{"value":"'),
    identifierState: add(',"state":"'),
    issuer: add(',"issuer":"'),
    isNoSubpart: add(',"isSubpart":false'),
    isSubpart: add(',"isSubpart":true'),
    mayBeSubpart: add(',"isSubpart":null'),
    noParent: add(',"parentName":null'),
    parentName: add(',"parentName":"'),
    noOfficial: add(',"authorizedOfficial":null'),
    officialName: add(',"authorizedOfficial":{"name":"'),
    endOfNameParts: add('"}'),
    officialTitle: add(',"title":"'),
    noTitle: add(',"title":null'),
    phone: add(',"phone":"'),
    noPhone: add(',"phone":null'),
    otherSex: add(',"sexCode":"'),
    noSex: add(',"sexCode":null'),
    endpointKind: add('{"kind":"'),
    endpointValue: add('","value":"'),
    kindDescription: add(',"kindDescription":"'),
    description: add(',"description":"'),
    useCode: add(',"useCode":"'),
    use: add(',"use":"'),
    otherUse: add(',"otherUse":"'),
    contentTypeCode: add(',"contentTypeCode":"'),
    contentType: add(',"contentType":"'),
    otherContentType: add(',"otherContentType":"'),
    isAffiliated: add(',"isAffiliated":true'),
    isNotAffiliated: add(',"isAffiliated":false'),
    affiliation: add(',"affiliation":"'),
    endpointAddress: add(',"address":{"firstLine":"'),
  }
}

export type DetailMembers = Readonly<ReturnType<typeof membersBy>>

const digit0 = 0x30

/** All phrases of a snapshot, with their numbers. */
export class Phrasebook {
  /** By their numbers. */
  readonly texts: string[] = []
  /** The bytes that stand for the name of a member and what is around it. */
  readonly members: DetailMembers
  readonly #labels: ReadonlyMap<string, string>
  /** By their two digits. */
  readonly #identifierKinds: readonly Uint8Array[]
  readonly #noIdentifierKind: Uint8Array
  /** Those that have a phrase, by their codes. */
  readonly #taxonomies = new Map<string, Uint8Array>()

  /** `labels` are the operator's, by code. */
  constructor(labels: ReadonlyMap<string, string>) {
    this.#labels = labels
    this.members = membersBy((text) => this.#add(text))
    this.#noIdentifierKind = this.#add(kindText(noIdentifierKind, undefined))
    this.#identifierKinds = Array.from({ length: 100 }, (_, number) => {
      const code = String(number).padStart(2, '0')
      const kind = identifierKinds.get(code)
      return kind === undefined ? bytesOf(kindText(noIdentifierKind, code)) : this.#add(kindText(kind, code))
    })
    const labelled = [physicianLabels, clinicianLabels, organizationLabels].flatMap(Object.keys)
    for (const code of [...new Set([...labelled, ...labels.keys()])].sort()) {
      this.#taxonomies.set(code, this.#add(taxonomyText(code, labelOf(code, labels))))
    }
  }

  /** The bytes that stand for the kind of an identifier and its code, by CMS's code: two digits, or nothing. */
  identifierKind(bytes: Uint8Array, start: number, end: number): Uint8Array {
    if (start === end) return this.#noIdentifierKind
    return this.#identifierKinds[10 * (bytes[start] - digit0) + bytes[start + 1] - digit0]
  }

  /** The bytes that stand for code and label of a taxonomy, with the brace that opens it. */
  taxonomy(code: string): Uint8Array {
    return this.#taxonomies.get(code) ?? bytesOf(taxonomyText(code, labelOf(code, this.#labels)))
  }

  /** A phrase stands for itself when all numbers are given away. */
  #add(text: string): Uint8Array {
    if (this.texts.length === phrasesMax) return bytesOf(text)
    this.texts.push(text)
    return codeOfPhrase(this.texts.length - 1)
  }
}

function kindText(kind: string, code: string | undefined): string {
  return `,${JSON.stringify({ kind, code }).slice(1, -1)}`
}

function taxonomyText(code: string, label: string): string {
  return JSON.stringify({ code, label }).slice(0, -1)
}

/** Kinds of other identifiers by their codes, from CMS's "NPPES Data Dissemination - Code Values". */
const identifierKinds: ReadonlyMap<string, string> = new Map([
  ['01', 'Other'],
  ['02', 'Medicare UPIN'],
  ['04', 'Medicare ID'],
  ['05', 'Medicaid'],
  ['06', 'Medicare OSCAR/certification'],
  ['07', 'Medicare NSC'],
  ['08', 'Medicare PIN'],
])

/** The kind of every other code, and of none. */
const noIdentifierKind = 'Other'

const certificationKind = '06'
const otherKind = '01'
const certificationLength = 6

/**
 * Whether an identifier says that it is a Medicare certification number (CCN): by its code, or since CMS has taken that code
 * away by naming OSCAR, the system that issued them, as the issuer. Numbers that only look like one are not taken for one.
 */
export function isMedicareNumber(
  fields: PackedFields,
  { value, kind, issuer }: (typeof main.identifiers)[number],
): boolean {
  if (fields.end(value) - fields.start(value) !== certificationLength) return false
  const code = fields.text(kind)
  return code === certificationKind || (code === otherKind && /^MEDICARE OSCAR\b/i.test(fields.text(issuer)))
}
