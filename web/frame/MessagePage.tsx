import type { ReactNode } from 'react'
import { PublicHeader } from './PublicHeader.tsx'

/** A page that says one thing and offers the ways on. */
export function MessagePage({ title, sentence, children }: { title: string; sentence: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="main" className="mx-auto flex w-full max-w-column grow flex-col justify-center gap-6 px-4 py-16">
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="text-md text-muted">{sentence}</p>
        <div className="flex flex-wrap gap-3">{children}</div>
      </main>
    </div>
  )
}
