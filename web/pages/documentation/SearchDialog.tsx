import MiniSearch from 'minisearch'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SearchSheet } from '../../ui/SearchSheet.tsx'
import { searchIndex, searchOptions } from './contents/search-index.ts'

const shownMax = 12

export function SearchDialog({ words, onClose }: { words: string; onClose: () => void }) {
  const [index] = useState(() => MiniSearch.loadJS(searchIndex, searchOptions))
  const [typed, setTyped] = useState(words)
  const navigate = useNavigate()
  const found = index.search(typed, { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { title: 3 } })
  return (
    <SearchSheet
      title="Search the documentation"
      typed={typed}
      onType={setTyped}
      items={found.slice(0, shownMax).map(({ id, title, page }) => ({ id, title, where: page }))}
      nothing={
        typed.trim() === ''
          ? 'Type the name of a page, a parameter, a field or an error.'
          : `Nothing was found for ${typed.trim()}.`
      }
      onChoose={(address) => {
        onClose()
        navigate(address)
      }}
      onClose={onClose}
    />
  )
}
