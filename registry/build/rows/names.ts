/** The columns of a name in parts, as far as its full form has them. */
export interface NameColumns {
  first: number
  middle: number
  last: number
  suffix: number
}

/** The columns of everything that is filed with a name. */
export interface NamePartColumns extends NameColumns {
  prefix: number
  credential: number
}

/** Type codes of other names, from CMS's "NPPES Data Dissemination - Code Values". */
export function otherNameKind(code: string): string {
  switch (code) {
    case '1':
      return 'former name'
    case '2':
      return 'professional name'
    case '3':
      return 'doing business as'
    case '4':
      return 'former legal name'
    default:
      return 'other name'
  }
}
