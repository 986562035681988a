/** What the geocoder is asked, and what it answers. */

/** What to place; at least one part is given. The others complete `address`. */
export interface PlaceQuery {
  /** Free text: a street address, a city (with its state unless one city of its name dominates), a ZIP code or a state. */
  address?: string
  city?: string
  /** Two-letter code, in upper case. */
  state?: string
  /** Five digits. */
  postalCode?: string
}

export interface PlaceFound {
  kind: 'found'
  /** The query, put together in one line, with the state that its city was understood to be in. */
  query: string
  latitude: number
  longitude: number
  precision: 'rooftop' | 'zip' | 'city' | 'state'
  /** Two-letter code. */
  state?: string
  city?: string
}

interface PlaceNotFound {
  kind: 'notFound'
  query: string
  /** One or two sentences for the caller: what was understood, and what was missing. */
  understood: string
}

/** A military state, or a city that rows of the registry name and nobody can place: it is searched as it is written. */
export interface PlaceUnplaced {
  kind: 'unplaced'
  query: string
  /** Two-letter code. */
  state: string
  city?: string
}

/** A part of the query that lies elsewhere than the others. */
interface PlaceContradicts {
  kind: 'contradicts'
  parameter: 'state' | 'city'
  expected: string
  got: string
}

export type PlaceAnswer = PlaceFound | PlaceUnplaced | PlaceNotFound | PlaceContradicts
