import { LocateFixed } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Suggestion } from '#contract/explore-endpoints'
import { splitSearchText } from '#contract/search-text'
import { useAnswer } from '../../api/queries.ts'
import { IconButton } from '../../ui/buttons.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { toast } from '../../ui/toasts.tsx'
import { addressOf, aroundPosition, type ExploreInput } from './explore-search.ts'

/** Short enough to feel immediate, and long enough that fast typing asks once. */
const pauseMs = 60

interface SearchBoxProps {
  /** The search that the text changes. */
  search: ExploreInput
  hasLocation?: boolean
}

/** What and where in one text, with suggestions. Enter, or a suggestion, leads to the results. */
export function SearchBox({ search, hasLocation = false }: SearchBoxProps) {
  const navigate = useNavigate()
  const [text, setText] = useState(search.q ?? '')
  const [found, setFound] = useState(search.q)
  // Back and links change the search, too.
  if (search.q !== found) {
    setFound(search.q)
    setText(search.q ?? '')
  }
  const typed = usePaused(text.trim())
  const { data } = useAnswer(
    'GET /explore/suggestions',
    { query: { q: typed } },
    { isEnabled: typed !== '' && typed !== search.q, keepsPrevious: true },
  )
  const suggestions = typed === '' ? [] : (data?.suggestions ?? [])

  const find = (q: string) => {
    const { page: _, q: __, latitude, longitude, ...rest } = search
    const isElsewhere = splitSearchText(q).where !== undefined
    const around = isElsewhere || latitude === undefined ? {} : { latitude, longitude }
    navigate(addressOf({ ...rest, ...around, ...(q !== '' && { q }) }))
  }
  const choose = (id: string) => {
    const suggestion = suggestions.find((one) => idOf(one) === id)
    if (suggestion === undefined) return
    if (suggestion.npi !== undefined) {
      window.location.assign(`/providers/${suggestion.npi}`)
      return
    }
    const completed = completedBy(suggestion, text)
    setText(completed)
    find(completed)
  }
  const locate = () => {
    if (!('geolocation' in navigator)) return toast.error('This browser doesn’t share its location.')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const { what } = splitSearchText(text)
        setText(what)
        navigate(addressOf(aroundPosition(search, what, coords)))
      },
      () => toast.error('We couldn’t get your location. Type a city or ZIP code instead.'),
      { maximumAge: 300_000, timeout: 10_000 },
    )
  }
  return (
    <Combobox
      label="What and where"
      placeholder="cardiologist near 10118"
      text={text}
      options={suggestions.map((one) => ({ id: idOf(one), text: one.text, note: one.detail ?? kindWords[one.kind] }))}
      onType={setText}
      onChoose={choose}
      onSubmit={() => find(text.trim())}
    >
      {hasLocation && <IconButton icon={LocateFixed} label="Use my location" onClick={locate} />}
    </Combobox>
  )
}

const kindWords: Record<Suggestion['kind'], string> = {
  specialty: 'Specialty',
  city: 'City',
  person: 'Person',
  organization: 'Organization',
}

function idOf({ kind, text, npi }: Suggestion): string {
  return `${kind}-${npi ?? text}`.replace(/[^\w-]/g, '_')
}

/** A city is where; a specialty is what, and the place that was typed stays. */
function completedBy({ kind, text }: Suggestion, typed: string): string {
  const { what, where } = splitSearchText(typed)
  if (kind !== 'city') return where === undefined ? text : `${text} near ${where}`
  return where === undefined || what === '' ? `near ${text}` : `${what} near ${text}`
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
