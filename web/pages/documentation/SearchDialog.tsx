import MiniSearch from 'minisearch'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type SearchItem, SearchSheet } from '../../ui/SearchSheet.tsx'
import { outline } from './contents/outline.ts'
import { searchIndex, searchOptions } from './contents/search-index.ts'

const shownMax = 24

/** What is found, grouped by the part of the documentation; before anything is typed, where to begin. */
export function SearchDialog({ words, onClose }: { words: string; onClose: () => void }) {
  const [index] = useState(() => MiniSearch.loadJS(searchIndex, searchOptions))
  const [typed, setTyped] = useState(words)
  const navigate = useNavigate()
  const isEmpty = typed.trim() === ''
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
      title="Search the documentation"
      typed={typed}
      onType={setTyped}
      groups={isEmpty ? startGroups : groupsOf(found)}
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

function startItem({ address, title }: { address: string; title: string }): SearchItem {
  return { id: address, title, where: '', text: '', terms: [] }
}

/** In the order of each group's best result. */
function groupsOf(found: readonly { section: string; item: SearchItem }[]) {
  const groups = new Map<string, SearchItem[]>()
  for (const { section, item } of found) groups.set(section, [...(groups.get(section) ?? []), item])
  return [...groups].map(([name, items]) => ({ name, items }))
}
