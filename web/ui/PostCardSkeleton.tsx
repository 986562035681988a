import { Skeleton } from './Skeleton.tsx'

/** In the place of a PostCard, of the same height; it shows late, since most lists are there before. */
export function PostCardSkeleton() {
  return (
    <li className="flex animate-late flex-col overflow-hidden rounded-panel border border-border bg-surface">
      <div className="aspect-video border-b border-border bg-sunken" />
      <div className="flex flex-col gap-3 p-4">
        <Skeleton size="h-6 w-24" />
        <Skeleton size="h-7 w-full" />
        <Skeleton size="h-7 w-3/5" />
        <Skeleton size="h-24 w-full" />
        <Skeleton size="h-6.5 w-40" />
      </div>
    </li>
  )
}
