/** The distances that PostgreSQL itself brings along: earthdistance over cube, from the embedded programs. */
import type { Globe } from './postgres-peer.ts'

export const earthdistance: Globe = {
  name: 'earthdistance',
  extension: 'earthdistance',
  prepare: [
    'create extension cube',
    'create extension earthdistance',
    'create extension btree_gist',
    // The extension means the radius to be replaced where another is wanted; this is the one of the other peers, in metres.
    `create or replace function earth() returns float8 language sql immutable parallel safe as 'select 6371008.7714::float8'`,
  ],
  point: (latitude, longitude) => `ll_to_earth(${latitude}, ${longitude})`,
  // Near points lie together and the groups of them in no order: the index, to which they are added one by one, splits its
  // pages in the middle then. In order along the globe it is built half as fast and gets more than twice the pages.
  nearness: 'hashint8((floor(latitude * 20) * 100000 + floor(longitude * 20))::int8), latitude, longitude',
  isWithin: (where, from, metres) =>
    `earth_box(${from}, ${metres}) @> ${where} and earth_distance(${where}, ${from}) <= ${metres}`,
  order: (where, from) => `${where} <-> ${from}`,
  metres: (where, from) => `earth_distance(${where}, ${from})`,
}
