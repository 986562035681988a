import type { ReactNode } from 'react'
import { PublicHeader } from '../../frame/public-frame.tsx'

interface AccountPageProps {
  title: string
  sentence?: ReactNode
  children: ReactNode
}

/** The frame of every page about getting into an account: one narrow column with one thing to do. */
export function AccountPage({ title, sentence, children }: AccountPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="main" className="flex grow flex-col items-center px-4 py-12 md:py-20">
        <div className="flex w-full max-w-form flex-col gap-6">
          <div className="flex flex-col gap-2">
            <h1 tabIndex={-1} className="text-2xl font-semibold">
              {title}
            </h1>
            {sentence !== undefined && <div className="text-muted">{sentence}</div>}
          </div>
          {children}
        </div>
      </main>
    </div>
  )
}
