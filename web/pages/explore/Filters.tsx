import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { facilityTypes } from '#contract/facilities'
import { radiusMilesDefault, radiusMilesMax, starsMax } from '#contract/limits'
import { useAnswer } from '../../api/queries.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { addressOf, type ExploreInput, type FilterName, filterNames, withFilter } from './explore-search.ts'
import { facilityWords, kindWords } from './words.ts'

const anyOne = { value: '', label: 'Any' }

const kinds = [
  { value: '', label: 'Best match' },
  { value: 'doctors', label: kindWords.doctors },
  { value: 'individuals', label: kindWords.individuals },
  { value: 'organizations', label: kindWords.organizations },
]
const radii = [1, 2, 5, 10, radiusMilesMax].map((miles) => {
  const value = miles === radiusMilesDefault ? '' : String(miles)
  return { value, label: miles === 1 ? '1 mile' : `${miles} miles` }
})
const credentials = [
  anyOne,
  ...['MD', 'DO', 'NP', 'PA', 'RN', 'DDS', 'DMD', 'DPM', 'OD', 'PHD', 'PSYD', 'PHARMD', 'LCSW', 'PT', 'DC'].map(
    (value) => ({ value, label: value }),
  ),
]
const genders = [anyOne, { value: 'F', label: 'Female' }, { value: 'M', label: 'Male' }]
const facilities = [anyOne, ...facilityTypes.map((value) => ({ value, label: facilityWords(value) }))]
const ratings = [
  anyOne,
  ...Array.from({ length: starsMax - 1 }, (_, index) => index + 2).map((stars) => ({
    value: String(stars),
    label: stars === starsMax ? `${stars} stars` : `${stars} stars or more`,
  })),
]

/** Filters are part of the page's address, so that a search can be shared and Back undoes one. */
export function Filters({ search }: { search: ExploreInput }) {
  const navigate = useNavigate()
  const set = (name: FilterName, value: string) => navigate(addressOf(withFilter(search, name, value)))
  const select = (name: FilterName, label: string, options: readonly { value: string; label: string }[]): ReactNode => (
    <SelectField
      label={label}
      options={options}
      value={String(search[name] ?? '')}
      onChange={({ target }) => set(name, target.value)}
    />
  )
  const { data: ready } = useAnswer('GET /ready', {})
  const hasMedicare = ready?.listFilters.acceptsMedicare !== false
  const isOfPerson = search.kind !== 'organizations'
  const isOfOrganization = search.kind === undefined || search.kind === 'organizations'
  const count = filterNames.filter((name) => search[name] !== undefined).length
  return (
    <Disclosure summary={count === 0 ? 'Filters' : `Filters (${count})`} isOpen={count > 0}>
      <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-4 lg:grid-cols-7">
        {select('kind', 'Kind', kinds)}
        {select('radius', 'Radius', radii)}
        {isOfPerson && select('credential', 'Credential', credentials)}
        {isOfPerson && select('gender', 'Gender', genders)}
        {isOfOrganization && select('facilityType', 'Facility', facilities)}
        {isOfOrganization && select('minRating', 'CMS rating', ratings)}
        {isOfPerson && (
          <CheckField
            label="Accepts Medicare"
            checked={search.acceptsMedicare === 'true'}
            disabled={!hasMedicare}
            {...(!hasMedicare && { hint: 'Medicare lists aren’t loaded' })}
            onChange={({ target }) => set('acceptsMedicare', target.checked ? 'true' : '')}
          />
        )}
      </div>
    </Disclosure>
  )
}
