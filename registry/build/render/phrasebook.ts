/**
 * The phrases of the details in one snapshot: the names of their members, and the beginning of every taxonomy that has a
 * label of its own. The labels alone decide which there are and which number each has, so that every thread has the same.
 */
import { clinicianLabels } from '#registry/read/clinician-labels'
import { organizationLabels } from '#registry/read/organization-labels'
import { codeOfPhrase, phrasesMax } from '#registry/read/phrases'
import { physicianLabels } from '#registry/read/physician-labels'
import { labelOf } from '#registry/read/specialties'
import { identifierKinds, otherIdentifierKind } from '../rows/identifiers.ts'
import { ByteTable } from './byte-table.ts'
import { bytesOf } from './bytes.ts'
import type { TextSpan } from './field-text.ts'

/** The commonest first: the first 21 take one byte, the others two. */
const members = {
  taxonomies: ',"taxonomies":[',
  licenseNumber: ',"licenseNumber":"',
  licenseState: ',"licenseState":"',
  noOthers: '],"otherNames":[],"identifiers":[],"endpoints":[',
  mailingAddress: '],"mailingAddress":{"firstLine":"',
  secondLine: ',"secondLine":"',
  city: ',"city":"',
  state: ',"state":"',
  postalCodeInUs: ',"countryCode":"US","postalCode":"',
  enumeratedOn: ',"enumeratedOn":"',
  updatedOn: ',"updatedOn":"',
  certifiedOn: ',"certifiedOn":"',
  notCertified: ',"certifiedOn":null',
  notReplaced: ',"reactivatedOn":null,"replacementNpi":null',
  nameParts: ',"nameParts":{',
  first: '"first":"',
  middle: '"middle":"',
  credential: '"credential":"',
  nextPart: '",',
  last: '"last":"',
  isNotSoleProprietor: '"},"isSoleProprietor":false',
  isPrimary: ',"isPrimary":true',
  isNotPrimary: ',"isPrimary":false',
  isSoleProprietor: '"},"isSoleProprietor":true',
  mayBeSoleProprietor: '"},"isSoleProprietor":null',
  prefix: '"prefix":"',
  suffix: '"suffix":"',
  group: ',"group":"',
  otherNames: '],"otherNames":[',
  identifiers: '],"identifiers":[',
  endpoints: '],"endpoints":[',
  noMailingAddress: '],"mailingAddress":null',
  countryCode: ',"countryCode":"',
  postalCode: ',"postalCode":"',
  notEnumerated: ',"enumeratedOn":null',
  notUpdated: ',"updatedOn":null',
  notReactivated: ',"reactivatedOn":null',
  reactivatedOn: ',"reactivatedOn":"',
  noReplacement: ',"replacementNpi":null',
  replacementNpi: ',"replacementNpi":',
  identifierValue: '{"value":"',
  identifierState: ',"state":"',
  issuer: ',"issuer":"',
  isNoSubpart: ',"isSubpart":false',
  isSubpart: ',"isSubpart":true',
  mayBeSubpart: ',"isSubpart":null',
  noParent: ',"parentName":null',
  parentName: ',"parentName":"',
  noOfficial: ',"authorizedOfficial":null',
  officialName: ',"authorizedOfficial":{"name":"',
  officialTitle: ',"title":"',
  noTitle: ',"title":null',
  phone: ',"phone":"',
  noPhone: ',"phone":null',
} as const

/** The bytes that stand for each member, by what it is called here. */
export type DetailMembers = Readonly<Record<keyof typeof members, Uint8Array>>

/** All phrases of a snapshot, with their numbers. */
export class Phrasebook {
  /** By their numbers. */
  readonly texts: string[] = []
  /** The bytes that stand for the name of a member and what is around it. */
  readonly members: DetailMembers
  readonly #labels: ReadonlyMap<string, string>
  readonly #identifierKinds: ReadonlyMap<string, Uint8Array>
  readonly #otherIdentifierKind: Uint8Array
  readonly #codes = new ByteTable()
  readonly #taxonomies: Uint8Array[] = []

  /** `labels` are the operator's, by code. */
  constructor(labels: ReadonlyMap<string, string>) {
    this.#labels = labels
    this.members = mapped(members, (text) => this.#add(text))
    const kindMember = (kind: string) => this.#add(`,"kind":${JSON.stringify(kind)}`)
    this.#identifierKinds = new Map(Array.from(identifierKinds, ([code, kind]) => [code, kindMember(kind)]))
    this.#otherIdentifierKind = kindMember(otherIdentifierKind)
    const labelled = [physicianLabels, clinicianLabels, organizationLabels].flatMap(Object.keys)
    for (const code of [...new Set([...labelled, ...labels.keys()])].sort()) {
      const key = bytesOf(code)
      if (this.#codes.find(key, 0, key.length) !== -1) continue
      this.#codes.add(key, 0, key.length)
      this.#taxonomies.push(this.#add(taxonomyText(code, labelOf(code, labels))))
    }
  }

  /** The bytes that stand for the kind of an identifier, by CMS's code. */
  identifierKind(code: string): Uint8Array {
    return this.#identifierKinds.get(code) ?? this.#otherIdentifierKind
  }

  /** The bytes that stand for code and label of a taxonomy, with the brace that opens it. */
  taxonomy({ bytes, start, end }: TextSpan): Uint8Array {
    const known = this.#codes.find(bytes, start, end)
    if (known !== -1) return this.#taxonomies[known]
    const code = Buffer.from(bytes.subarray(start, end)).toString('latin1')
    const written = bytesOf(taxonomyText(code, labelOf(code, this.#labels)))
    this.#codes.add(bytes, start, end)
    this.#taxonomies.push(written)
    return written
  }

  /** A phrase stands for itself when all numbers are given away. */
  #add(text: string): Uint8Array {
    if (this.texts.length === phrasesMax) return bytesOf(text)
    this.texts.push(text)
    return codeOfPhrase(this.texts.length - 1)
  }
}

function taxonomyText(code: string, label: string): string {
  return JSON.stringify({ code, label }).slice(0, -1)
}

/** The same keys with other values. */
function mapped<K extends string, V>(values: Readonly<Record<K, string>>, make: (text: string) => V): Record<K, V> {
  const entries: [string, V][] = Object.entries<string>(values).map(([key, text]) => [key, make(text)])
  // Object.fromEntries forgets that its keys are those of `values`.
  return Object.fromEntries(entries) as Record<K, V>
}
