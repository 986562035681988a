import type { ReactNode } from 'react'
import { controlClasses } from './control-classes.ts'
import { Field } from './Field.tsx'

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
