import { Plus, Trash2 } from 'lucide-react'
import { type MouseEvent, useId } from 'react'
import { Button, IconButton } from '../../../ui/buttons.tsx'
import { InputBox } from '../../../ui/fields.tsx'
import type { Field } from '../documentation.ts'
import { type QueryRow, queryRow } from './try-form.ts'

interface QueryBuilderProps {
  fields: readonly Field[]
  rows: readonly QueryRow[]
  onChange: (rows: readonly QueryRow[]) => void
}

/** The parameters of the query, a row each; what has no name or no value is not sent. */
export function QueryBuilder({ fields, rows, onChange }: QueryBuilderProps) {
  const listId = useId()
  const change = (id: number, part: Partial<QueryRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 font-semibold">Query parameters</legend>
      <datalist id={listId}>
        {fields.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {rows.map(({ id, name, value }, index) => {
        const values = fields.find((field) => field.name === name)?.values ?? []
        return (
          <div key={id} className="flex items-center gap-2">
            <InputBox
              aria-label={`Name of parameter ${index + 1}`}
              placeholder="name"
              list={listId}
              value={name}
              onChange={(event) => change(id, { name: event.target.value })}
            />
            <InputBox
              aria-label={`Value of parameter ${index + 1}`}
              placeholder="value"
              list={`${listId}-${id}`}
              value={value}
              onChange={(event) => change(id, { value: event.target.value })}
            />
            <datalist id={`${listId}-${id}`}>
              {values.map((word) => (
                <option key={word} value={word} />
              ))}
            </datalist>
            <IconButton
              icon={Trash2}
              label={`Remove parameter ${index + 1}`}
              onClick={(event) => {
                focusNext(event)
                onChange(rows.filter((row) => row.id !== id))
              }}
            />
          </div>
        )
      })}
      <div>
        <Button look="plain" onClick={() => onChange([...rows, queryRow()])}>
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          Add parameter
        </Button>
      </div>
    </fieldset>
  )
}

/** The button goes with its row: the focus goes on to the one of the next row, or to the one that adds a row. */
function focusNext({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.parentElement?.nextElementSibling?.querySelector('button')?.focus()
}
