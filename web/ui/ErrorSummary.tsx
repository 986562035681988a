import { ErrorBox } from './ErrorBox.tsx'

interface ErrorSummaryProps {
  /** What is wrong with which field, in the order of the form; the words are those beside the field. */
  problems: readonly { name: string; message: string }[]
  /** Moves the focus to the field of that name. */
  onChoose: (name: string) => void
}

/** Everything that keeps a form from being sent, above it, each leading to its field. */
export function ErrorSummary({ problems, onChoose }: ErrorSummaryProps) {
  return (
    <ErrorBox>
      <p className="font-semibold">Please look at {problems.length === 1 ? 'one field' : 'these fields'} again</p>
      <ul className="flex flex-col gap-1">
        {problems.map(({ name, message }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onChoose(name)}
              className="rounded-badge text-left underline underline-offset-3"
            >
              {message}
            </button>
          </li>
        ))}
      </ul>
    </ErrorBox>
  )
}
