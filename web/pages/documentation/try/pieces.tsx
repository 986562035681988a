import { CircleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { controlClasses, Field } from '../../../ui/fields.tsx'

interface FileFieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  accept: string
  file: File | undefined
  onFile: (file: File | undefined) => void
}

/** A file to choose, by the browser's own control; a file that is held already is named below it. */
export function FileField({ label, hint, error, accept, file, onFile }: FileFieldProps) {
  return (
    <Field
      label={label}
      hint={
        <>
          {hint}
          {file !== undefined && (
            <p>
              {file.name}, {Math.max(1, Math.round(file.size / 1024))} KB
            </p>
          )}
        </>
      }
      error={error}
    >
      {(control) => (
        <input
          type="file"
          accept={accept}
          className={`${controlClasses} file:mr-3 file:rounded-badge file:border-0 file:bg-sunken file:px-2 file:py-0.5 file:font-semibold file:text-text`}
          onChange={(event) => onFile(event.target.files?.[0])}
          {...control}
        />
      )}
    </Field>
  )
}

/** A row of a list that does something as a whole. */
export function RowButton(props: Omit<ComponentProps<'button'>, 'className' | 'type'>) {
  return (
    <button
      type="button"
      className="flex min-h-10 w-full items-center justify-between gap-4 px-1 py-2 text-left hover:bg-sunken"
      {...props}
    />
  )
}

/** What has gone wrong, where it has to stay in sight and nobody has to be led to it. */
export function ProblemBox({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-start gap-2 rounded-control border border-danger bg-danger-soft px-3 py-2 text-danger">
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  )
}
