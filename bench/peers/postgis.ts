/** PostGIS, the usual answer to "who is near here": from Debian's packages. */
import type { Globe } from './postgres-peer.ts'

/** Distances on a sphere, as the product's, which costs PostGIS less than those on the spheroid. */
export const postgis: Globe = {
  name: 'PostGIS',
  extension: 'postgis',
  prepare: ['create extension postgis', 'create extension btree_gist'],
  point: (latitude, longitude) => `st_setsrid(st_makepoint(${longitude}, ${latitude}), 4326)::geography`,
  // PostGIS sorts geometries along a Hilbert curve.
  nearness: 'st_makepoint(longitude, latitude)',
  isWithin: (where, from, metres) => `st_dwithin(${where}, ${from}, ${metres}, false)`,
  order: (where, from) => `${where} <-> ${from}`,
  metres: (where, from) => `st_distance(${where}, ${from}, false)`,
}
