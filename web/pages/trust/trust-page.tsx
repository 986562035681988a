import type { ReactNode } from 'react'
import { PublicFooter, PublicHeader } from '../../frame/public-frame.tsx'

export interface TrustPageProps {
  title: string
  sentence: string
  children: ReactNode
}

export function TrustPage({ title, sentence, children }: TrustPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="main" className="mx-auto flex w-full max-w-column grow flex-col gap-8 px-4 py-12">
        <div className="flex flex-col gap-3">
          <h1 className="text-2xl font-semibold">{title}</h1>
          <p className="max-w-prose text-md text-muted">{sentence}</p>
        </div>
        {children}
      </main>
      <PublicFooter />
    </div>
  )
}
