/** The sentences that say what led to a verdict. */
import type { NumberAgreement } from './license-number.ts'
import type { FirstAgreement, LastAgreement, NameAgreement } from './person-name.ts'

export type NpiAgreement = 'same' | 'differs' | 'missing'

export interface Evidence {
  number: NumberAgreement
  npi: NpiAgreement
  /** Undefined where the row names no person. */
  names: NameAgreement | undefined
}

export const sentences = {
  nameMissing: 'a name is missing',
  stateMissing: 'the state of the license is missing',
  otherState: 'the license is from another state',
  otherProfession: 'the license is for another profession',
  npiDiffers: 'the NPI differs',
  numberDiffers: 'the number differs',
  numberOfAnother: 'the number belongs to someone else',
  npiOfAnother: 'the NPI belongs to someone else',
  nameDiffers: 'the name differs',
  npiAndName: 'NPI and name agree',
  organization: 'the row names an organization',
  prefix: 'one number lacks a prefix',
  profession: 'the profession is missing',
  nameAlone: 'no number or NPI agrees',
  transposed: 'first and last name are transposed',
  otherName: 'the name is another one on file',
  middle: 'middle name differs',
  suffix: 'suffix differs',
} as const

const lastSentences: Readonly<Record<LastAgreement, string>> = {
  same: '',
  particle: 'last name differs by a particle',
  part: 'one last name is part of the other',
  cut: 'last name is cut short',
  differs: 'last name differs',
}

const firstSentences: Readonly<Record<FirstAgreement, string>> = {
  same: '',
  initial: 'first name is an initial',
  nickname: 'first name is a nickname',
  cut: 'first name is cut short',
  missing: 'first name is missing',
  differs: 'first name differs',
}

/** "number and last name agree; first name is a nickname": what agrees, then what does so in part or not. */
export function basisOf({ number, npi, names }: Evidence, more = ''): string {
  const agreeing = [
    number === 'same' || number === 'but_for_prefix' ? 'number' : '',
    npi === 'same' ? 'NPI' : '',
    names?.last === 'same' && !names.isTransposed ? 'last name' : '',
    names?.first === 'same' && !names.isTransposed ? 'first name' : '',
  ].filter((word) => word !== '')
  const list = new Intl.ListFormat('en').format(agreeing)
  const parts = [
    agreeing.length === 0 ? '' : `${list} ${agreeing.length === 1 ? 'agrees' : 'agree'}`,
    names === undefined ? '' : lastSentences[names.last],
    names === undefined ? '' : firstSentences[names.first],
    names?.isTransposed ? sentences.transposed : '',
    names?.isOtherName ? sentences.otherName : '',
    names?.middleDiffers ? sentences.middle : '',
    names?.suffixDiffers ? sentences.suffix : '',
    number === 'but_for_prefix' ? sentences.prefix : '',
    more,
  ]
  return parts.filter((part) => part !== '').join('; ')
}
