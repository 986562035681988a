/** Includes among the resources of one provider that has very many of them. */
import { expect, test } from 'vitest'
import type { DirectoryType } from '#contract/fhir'
import { bundleText, includeRuleIn } from './bundle.ts'
import type { StoredResource } from './stored-resources.ts'

const npi = 1_234_567_893
const count = 900

test('G9: references are followed once each, also where hundreds of resources refer to one and many match', () => {
  let looks = 0
  const resource = (type: DirectoryType, id: string, references: StoredResource['references']): StoredResource => ({
    type,
    key: `${type}/${id}`,
    json: JSON.stringify({ resourceType: type, id }),
    get references() {
      looks++
      return references
    },
  })
  const locations = Array.from({ length: count }, (_, index) =>
    resource('Location', `${npi}-${index + 1}`, { organization: [`Organization/${npi}`] }),
  )
  const all = [resource('Organization', String(npi), {}), ...locations]
  const rules = ['_include', '_include:iterate', '_revinclude', '_revinclude:iterate'].flatMap(
    (name) => includeRuleIn(name, 'Location:organization', 'Location') ?? [],
  )
  const text = bundleText(
    {
      of: () => all,
      version: { base: 'http://localhost:3000/fhir', versionId: '1', lastUpdated: '2026-11-08T00:00:00Z' },
    },
    {
      total: count,
      matches: locations.slice(0, 100).map(({ key }) => ({ npi, key, miles: undefined })),
      includes: rules,
      notes: [],
      shape: undefined,
      linksFor: () => [],
    },
  )
  expect(JSON.parse(text).entry).toHaveLength(count + 1)
  expect(looks).toBeLessThan(10 * all.length)
})
