import { type ReactNode, useId } from 'react'

/** A part of a pane, with a small title of its own and a rule below it. */
export function SubPanel({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3 border-b border-border px-4 py-5">
      <h3 id={titleId} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
