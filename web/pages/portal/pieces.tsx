import {
  ChevronLeft,
  ChevronRight,
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDot,
  CircleHelp,
  CircleX,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/buttons.tsx'
import { classes } from '../../ui/classes.ts'

interface FactsProps {
  /** `isCode` marks an identifier, which is read letter by letter. */
  items: readonly { name: string; value: ReactNode; isCode?: boolean }[]
}

/** What is known of something, each under its name. */
export function Facts({ items }: FactsProps) {
  return (
    <dl className="flex flex-col gap-3">
      {items.map(({ name, value, isCode = false }) => (
        <div key={name} className="flex flex-col">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className={classes(isCode ? 'font-mono text-sm break-all' : 'break-words')}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type FindingResult = 'passed' | 'failed' | 'warning' | 'unknown'

interface FindingsProps {
  items: readonly { result: FindingResult; question: string; sentence: string; source: string }[]
}

const findingLooks: Record<FindingResult, { Icon: LucideIcon; color: string; words: string }> = {
  passed: { Icon: CircleCheck, color: 'text-success', words: 'In order' },
  failed: { Icon: CircleX, color: 'text-danger', words: 'Not in order' },
  warning: { Icon: CircleAlert, color: 'text-warning', words: 'To be looked at' },
  unknown: { Icon: CircleHelp, color: 'text-subtle', words: 'Not known' },
}

/** Questions that were asked, each with what was found and where that comes from. */
export function Findings({ items }: FindingsProps) {
  return (
    <ul className="flex flex-col gap-3">
      {items.map(({ result, question, sentence, source }) => {
        const { Icon, color, words } = findingLooks[result]
        return (
          <li key={question} className="flex items-start gap-2">
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={classes('shrink-0', color)} />
            <div className="flex min-w-0 flex-col break-words">
              <p className="text-text">
                {question} <span className={classes('font-semibold', color)}>{words}.</span>
              </p>
              <p>{sentence}</p>
              <p className="text-subtle">{source}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Over, now, or still to come. */
type StepState = 'done' | 'now' | 'ahead'

interface StepsProps {
  /** What the steps lead to. */
  label: string
  items: readonly { name: string; text: string; state: StepState }[]
}

const stepLooks: Record<StepState, { Icon: LucideIcon; color: string; words: string }> = {
  done: { Icon: CircleCheck, color: 'text-success', words: 'Done:' },
  now: { Icon: CircleDot, color: 'text-brand', words: 'Now:' },
  ahead: { Icon: Circle, color: 'text-subtle', words: 'To come:' },
}

/** How far something has come, step by step. */
export function Steps({ label, items }: StepsProps) {
  return (
    <ol aria-label={label} className="flex flex-col gap-3 border-t border-border pt-3 sm:flex-row">
      {items.map(({ name, text, state }) => {
        const { Icon, color, words } = stepLooks[state]
        return (
          <li
            key={name}
            aria-current={state === 'now' ? 'step' : undefined}
            className="flex min-w-0 grow basis-0 items-start gap-2"
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={classes('shrink-0', color)} />
            <div className="flex min-w-0 flex-col">
              <p className={state === 'ahead' ? 'text-subtle' : 'font-semibold text-text'}>
                <span className="sr-only">{words} </span>
                {name}
              </p>
              <p>{text}</p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

interface PagerProps {
  /** What is paged through. */
  label: string
  /** From 1. */
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Goes through the pages of a list; nothing where there is only one. */
export function Pager({ label, page, pages, onPage }: PagerProps) {
  if (pages <= 1 && page <= 1) return null
  return (
    <nav aria-label={`Pages of ${label}`} className="flex flex-wrap items-center justify-between gap-3">
      <Turn isEnd={page <= 1} onTurn={() => onPage(page - 1)}>
        <ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        Previous
      </Turn>
      <p role="status" className="text-sm text-muted tabular-nums">
        Page {page} of {pages}
      </p>
      <Turn isEnd={page >= pages} onTurn={() => onPage(page + 1)}>
        Next
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
      </Turn>
    </nav>
  )
}

interface TurnProps {
  isEnd: boolean
  onTurn: () => void
  children: ReactNode
}

/** At the end it keeps the focus that it has, which a disabled button would lose. */
function Turn({ isEnd, onTurn, children }: TurnProps) {
  return (
    <Button
      look="plain"
      aria-disabled={isEnd}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
      onClick={() => {
        if (!isEnd) onTurn()
      }}
    >
      {children}
    </Button>
  )
}

interface ReasonBoxProps {
  /** As in `Rejection Reason:`. */
  label: string
  reason: string
  children: ReactNode
}

/** Why something was refused, with what to do about it. */
export function ReasonBox({ label, reason, children }: ReasonBoxProps) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-control border border-danger bg-danger-soft p-3 text-base wrap-anywhere text-text">
      <p className="text-danger">
        <strong className="font-semibold">{label}</strong> {reason}
      </p>
      {children}
    </div>
  )
}

/** Words beside a title that say the same at more length. */
export function Subtitle({ children }: { children: ReactNode }) {
  return <span className="font-normal text-muted">{children}</span>
}
