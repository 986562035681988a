import { SelectField, TextField } from '../../../ui/fields.tsx'
import { InlineMarkdown } from '../../../ui/text.tsx'
import type { Field } from '../documentation.ts'
import { FileField } from './pieces.tsx'

interface TryFieldProps {
  field: Field
  value: string
  file?: File | undefined
  error: string | undefined
  onChange: (value: string) => void
  onFile?: (file: File | undefined) => void
}

/** One member of a request, by the control that suits what it can be. */
export function TryField({ field, value, file, error, onChange, onFile }: TryFieldProps) {
  const label = field.isRequired ? field.name : `${field.name} (optional)`
  const hint = field.description === '' ? undefined : <InlineMarkdown text={field.description} />
  if (field.isFile) {
    return (
      <FileField
        label={label}
        hint={hint}
        error={error}
        accept="image/*"
        file={file}
        onFile={(chosen) => onFile?.(chosen)}
      />
    )
  }
  if (field.values.length > 0) {
    const options = field.values.map((word) => ({ value: word, label: word }))
    return (
      <SelectField
        label={label}
        hint={hint}
        error={error}
        value={value}
        options={[{ value: '', label: 'None' }, ...options]}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
