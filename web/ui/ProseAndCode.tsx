import type { ReactNode } from 'react'

interface ProseAndCodeProps {
  /** What the page begins with. */
  head: ReactNode
  /** Beside the text from 1200 px on, where it stays in sight; after the head on smaller screens. */
  aside: ReactNode
  children: ReactNode
}

/** Text of a readable width, and what goes with it. */
export function ProseAndCode({ head, aside, children }: ProseAndCodeProps) {
  return (
    <div className="grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,68ch)_420px] lg:grid-rows-[auto_1fr] lg:justify-between">
      <div className="flex min-w-0 flex-col gap-6">{head}</div>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <div className="flex flex-col gap-6 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto">
          {aside}
        </div>
      </div>
      <div className="flex min-w-0 max-w-prose flex-col gap-10">{children}</div>
    </div>
  )
}
