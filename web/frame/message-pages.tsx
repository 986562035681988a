import type { ReactNode } from 'react'
import { Button, LinkButton } from '../ui/buttons.tsx'
import { PublicHeader } from './public-frame.tsx'

/** Retry reloads, since part of the code may be missing. */
export function FailedPage() {
  return (
    <MessagePage title="This page failed" sentence="Something went wrong on our end. What you saved is safe.">
      <Button onClick={() => window.location.reload()}>Retry</Button>
      <LinkButton to="/" look="plain" reloadDocument>
        Go home
      </LinkButton>
    </MessagePage>
  )
}

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
