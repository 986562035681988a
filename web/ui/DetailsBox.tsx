import { type ReactNode, useId } from 'react'

/** What a question is about, set apart from what is asked. */
export function DetailsBox({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col gap-2 rounded-control border border-border bg-sunken px-4 py-3"
    >
      <h3 id={titleId} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
