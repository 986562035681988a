/** Numbers that look like chance, the same for the same seed, so that what they found can be tried again. */

/** A whole number from 0 to below `below`. */
export type Random = (below: number) => number

/** By Park and Miller's generator; a seed is at least 1. */
export function seededRandom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
