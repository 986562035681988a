import { agoText, exactText } from './moments.ts'

/** When something was: how long ago, and exactly. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="flex flex-col">
      <span className="whitespace-nowrap">{agoText(iso, Date.now())}</span>
      <span className="text-xs whitespace-nowrap text-subtle">{exactText(iso)}</span>
    </time>
  )
}
