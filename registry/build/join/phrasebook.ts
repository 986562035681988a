/**
 * The phrases of the details in one snapshot: the names of their members, and the beginning of every taxonomy that has
 * a label of its own, except rare ones. The labels alone decide phrases and numbers, so that every thread has the same.
 */
import { taxonomiesPerRow } from '#registry/columns'
import { codeOfPhrase, hiddenMark, phrasesMax } from '#registry/search/records'
import { clinicianLabels, labelOf, organizationLabels, physicianLabels } from '#registry/vocabulary/specialties'
import { bytesOf } from '../memory/bytes.ts'
import type { main } from '../rows/columns.ts'
import type { PackedFields } from '../stage/staged-rows.ts'

/**
 * The bytes of each member. The first 21 take one byte, the others two, so the commonest come first. (Not a loop over
 * names: reading from an object filled by names takes a search each time.)
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
    // Hidden ones: what a look-up leaves out, and a form as filed needs.
    titleInCapitals: add(`${hiddenMark},"isTitleInCapitals":true`),
    streetInCapitals: add(`${hiddenMark},"isStreetInCapitals":true`),
    cityInCapitals: add(`${hiddenMark},"isCityInCapitals":true`),
    /** By the place of the primary taxonomy among those of its row. */
    filedPlaces: Array.from({ length: taxonomiesPerRow }, (_, place) => add(`${hiddenMark},"filedPlace":${place}`)),
  }
}

export type DetailMembers = Readonly<ReturnType<typeof membersBy>>

const digit0 = 0x30

export class Phrasebook {
  readonly texts: string[] = []
  readonly members: DetailMembers
  readonly #labels: ReadonlyMap<string, string>
  readonly #identifierKinds: readonly Uint8Array[]
  readonly #noIdentifierKind: Uint8Array
  readonly #taxonomies = new Map<string, Uint8Array>()

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

  identifierKind(bytes: Uint8Array, start: number, end: number): Uint8Array {
    if (start === end) return this.#noIdentifierKind
    return this.#identifierKinds[10 * (bytes[start] - digit0) + bytes[start + 1] - digit0]
  }

  /** The bytes for code and label of a taxonomy, with the brace that opens it. */
  taxonomy(code: string): Uint8Array {
    return this.#taxonomies.get(code) ?? bytesOf(taxonomyText(code, labelOf(code, this.#labels)))
  }

  /** When all numbers are given, a phrase is written as it is. */
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

/** From CMS's "NPPES Data Dissemination - Code Values". */
const identifierKinds: ReadonlyMap<string, string> = new Map([
  ['01', 'Other'],
  ['02', 'Medicare UPIN'],
  ['04', 'Medicare ID'],
  ['05', 'Medicaid'],
  ['06', 'Medicare OSCAR/certification'],
  ['07', 'Medicare NSC'],
  ['08', 'Medicare PIN'],
])

const noIdentifierKind = 'Other'

const certificationKind = '06'
const otherKind = '01'
const certificationLength = 6

/**
 * Whether an identifier says that it is a Medicare certification number (CCN): by its code, or by OSCAR, the system
 * that issued them, as the issuer, since CMS has dropped that code. A number that only looks like one does not count.
 */
export function isMedicareNumber(
  fields: PackedFields,
  { value, kind, issuer }: (typeof main.identifiers)[number],
): boolean {
  if (fields.end(value) - fields.start(value) !== certificationLength) return false
  const code = fields.text(kind)
  return code === certificationKind || (code === otherKind && /^MEDICARE OSCAR\b/i.test(fields.text(issuer)))
}
