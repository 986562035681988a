/** Everything invented providers are made from. */
import { type Hosts, makeHosts } from './hosts.ts'
import { individualTaxonomies } from './individual-taxonomies.ts'
import { type KindPicker, kindPicker } from './kinds.ts'
import { makeNames, type NameMaker } from './names.ts'
import { npiNumberOf } from './npis.ts'
import { organizationTaxonomies } from './organization-taxonomies.ts'
import { type Random, randomOf } from './random.ts'
import { makeSites, type SiteMaker } from './sites.ts'

export interface World {
  random: Random
  names: NameMaker
  sites: SiteMaker
  hosts: Hosts
  individualKinds: KindPicker
  organizationKinds: KindPicker
  /** The NPI of any provider of the sample. */
  anyNpi(): number
}

/** Answers the world of a block, whose numbers begin `skipped` numbers after the seed's first. */
export function makeWorld(providers: number, seed: number): (skipped: number) => World {
  const names = makeNames()
  const sites = makeSites()
  const individualKinds = kindPicker(individualTaxonomies())
  const organizationKinds = kindPicker(organizationTaxonomies())
  return (skipped) => {
    const random = randomOf(seed, skipped)
    const anyNpi = () => npiNumberOf(random.below(providers), seed)
    return { random, names, sites, hosts: makeHosts(), individualKinds, organizationKinds, anyNpi }
  }
}
