import MiniSearch from 'minisearch'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type SearchItem, SearchSheet } from '../../ui/SearchSheet.tsx'
import { outline } from './contents/outline.ts'
import { searchIndex, searchOptions } from './contents/search-index.ts'
import type { Place } from './search.tsx'

const shownMax = 24

interface SearchDialogProps {
  words: string
  places?: readonly Place[] | undefined
  onClose: () => void
}

/** What is found, grouped by the part of the documentation; before anything is typed, where to begin. */
export function SearchDialog({ words, places = [], onClose }: SearchDialogProps) {
  const [index] = useState(() => MiniSearch.loadJS(searchIndex, searchOptions))
  const [typed, setTyped] = useState(words)
  const navigate = useNavigate()
  const isEmpty = typed.trim() === ''
  const named = places.filter(({ title }) => title.toLowerCase().includes(typed.trim().toLowerCase()))
  const found = index
    .search(typed, {
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
      combineWith: 'AND',
      boost: { title: 3 },
    })
    .slice(0, shownMax)
    .map(({ id, title, section, page, text, terms }) => ({ section, item: { id, title, where: page, text, terms } }))
  return (
    <SearchSheet
      title={places.length === 0 ? 'Search the documentation' : 'Go to a page, or search the documentation'}
      typed={typed}
      onType={setTyped}
      groups={[
        ...(named.length === 0 ? [] : [{ name: 'Go to', items: named.map(startItem) }]),
        ...(isEmpty ? startGroups : groupsOf(found)),
      ]}
      nothing={`No results for ${typed.trim()}.`}
      onChoose={(address) => {
        onClose()
        navigate(address)
      }}
      onClose={onClose}
    />
  )
}

const startGroups = [
  { name: 'Guides', items: outline.guides.map(startItem) },
  { name: 'API', items: outline.groups.map(startItem) },
]

function startItem({ address, title }: Place): SearchItem {
  return { id: address, title, where: '', text: '', terms: [] }
}

/** In the order of each group's best result. */
function groupsOf(found: readonly { section: string; item: SearchItem }[]) {
  const groups = new Map<string, SearchItem[]>()
  for (const { section, item } of found) groups.set(section, [...(groups.get(section) ?? []), item])
  return [...groups].map(([name, items]) => ({ name, items }))
}
