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
  // Near points lie together, but the groups of them in no order: points come to the index one by one, and in the order of their
  // places its pages are left half empty. So it is built in half the time and answers a little sooner.
  nearness: 'hashint8((floor(latitude * 20) * 100000 + floor(longitude * 20))::int8), npi',
  isWithin: (where, from, metres) =>
    `earth_box(${from}, ${metres}) @> ${where} and earth_distance(${where}, ${from}) <= ${metres}`,
  order: (where, from) => `${where} <-> ${from}`,
  metres: (where, from) => `earth_distance(${where}, ${from})`,
}
