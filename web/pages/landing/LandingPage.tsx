import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { PublicFooter, PublicHeader } from '../../frame/public-frame.tsx'
import { classes } from '../../ui/classes.ts'

interface LandingPageProps {
  title: string
  sentence: string
  actions: ReactNode
  exhibit: ReactNode
  note?: ReactNode
  facts?: ReactNode
  pointsTitle: string
  points: readonly { icon: LucideIcon; title: string; text: string }[]
  closing: { title: string; sentence: string; actions: ReactNode }
}

/** The frame of the three landing pages: what it is, beside what it looks like; three points; and the way in. */
export function LandingPage(props: LandingPageProps) {
  const { title, sentence, actions, exhibit, note, facts, pointsTitle, points, closing } = props
  return (
    <>
      <PublicHeader />
      <main id="main">
        <section className="mx-auto grid w-full max-w-landing gap-10 px-4 py-12 lg:grid-cols-12 lg:gap-12 lg:py-20">
          <div className="flex min-w-0 flex-col gap-6 lg:col-span-5 lg:pt-6">
            <h1 className="text-hero font-semibold tracking-tight">{title}</h1>
            <p className="max-w-prose text-md text-muted">{sentence}</p>
            <div className="flex flex-wrap gap-3">{actions}</div>
            {note}
          </div>
          <div className="min-w-0 lg:col-span-7">{exhibit}</div>
        </section>
        {facts}
        <section className={classes('mx-auto w-full max-w-landing px-4 pb-16', facts !== undefined && 'pt-16')}>
          <h2 className="pb-6 text-xl font-semibold">{pointsTitle}</h2>
          <ul className="grid border-y border-border max-md:divide-y max-md:divide-border md:grid-cols-3 md:divide-x md:divide-border">
            {points.map(({ icon: Icon, title: name, text }) => (
              <li key={name} className="flex flex-col gap-3 py-8 md:px-8 md:first:pl-0 md:last:pr-0">
                <Icon size={24} strokeWidth={1.75} aria-hidden="true" className="text-brand" />
                <h3 className="text-lg font-semibold">{name}</h3>
                <p className="text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className="bg-sunken">
          <div className="mx-auto flex w-full max-w-landing flex-col gap-6 px-4 py-16 md:flex-row md:items-center md:justify-between">
            <div className="flex flex-col gap-2">
              <h2 className="text-xl font-semibold">{closing.title}</h2>
              <p className="max-w-prose text-muted">{closing.sentence}</p>
            </div>
            <div className="flex flex-wrap gap-3">{closing.actions}</div>
          </div>
        </section>
      </main>
      <PublicFooter />
    </>
  )
}
