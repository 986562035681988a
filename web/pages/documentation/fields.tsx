import { errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { useToken } from '../../api/tokens.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { InlineCode, InlineMarkdown } from '../../ui/text.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Field } from './documentation.ts'
import { AnchorLink } from './pieces.tsx'

interface FieldTreeProps {
  fields: readonly Field[]
  prefix: string
}

export function FieldTree({ fields, prefix }: FieldTreeProps) {
  return (
    <ul className="divide-y divide-border">
      {fields.map((field) => {
        const id = `${prefix}-${field.name}`
        return (
          <li key={field.name} id={id} className="flex flex-col gap-1 py-2">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-mono text-sm font-semibold break-all">{field.name}</span>
              <span className="text-sm text-subtle">{field.type}</span>
              {!field.isRequired && !field.isBeta && <span className="text-sm text-subtle">may be absent</span>}
              {field.isBeta && <Badge tone="accent">BETA</Badge>}
              <AnchorLink id={id} name={field.name} />
            </div>
            <FieldFacts field={field} />
            {field.isBeta && <EarlyAccessButton feature={field.name} />}
            {field.fields.length > 0 && <Fields name={field.name} fields={field.fields} prefix={id} />}
          </li>
        )
      })}
    </ul>
  )
}

export function Fields({ name, fields, prefix }: FieldTreeProps & { name: string }) {
  return (
    <Disclosure summary={`Fields of ${name} (${fields.length})`}>
      <FieldTree fields={fields} prefix={prefix} />
    </Disclosure>
  )
}

export function FieldFacts({ field: { description, rules, values } }: { field: Field }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      {description !== '' && (
        <p>
          <InlineMarkdown text={description} />
        </p>
      )}
      {rules.length > 0 && <p className="text-subtle">{rules.join(', ')}</p>}
      {values.length > valuesShownMax ? (
        <Disclosure summary={`One of ${values.length} values`}>
          <Values values={values} />
        </Disclosure>
      ) : (
        values.length > 0 && <Values values={values} />
      )}
    </div>
  )
}

const valuesShownMax = 12

function Values({ values }: Pick<Field, 'values'>) {
  return (
    <p className="flex flex-wrap gap-1 text-subtle">
      One of{' '}
      {values.map((value) => (
        <InlineCode key={value}>{value}</InlineCode>
      ))}
    </p>
  )
}

const accessFailure = 'Failed to submit support request. Please try again.'

function EarlyAccessButton({ feature }: { feature: string }) {
  const isSignedIn = typeof useToken('api') === 'string'
  const send = useSend('POST /me/support')
  if (!isSignedIn) return null

  const request = async () => {
    try {
      const description = `Early access to ${feature}, please.`
      const { message } = await send.mutateAsync({ body: { category: 'Feature Request', description } })
      toast.success(message)
    } catch (error) {
      toast.error(errorText(error, accessFailure))
    }
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Button look="plain" disabled={send.isPending || send.isSuccess} onClick={request}>
        {send.isSuccess ? 'Early Access Requested' : 'Request Early Access'}
      </Button>
      {/* No InlineAlert: with it, every page of the documentation would load the code of the signed-in pages. */}
      {send.error !== null && (
        <p role="alert" className="text-sm text-danger">
          {errorText(send.error, accessFailure)}
        </p>
      )}
    </div>
  )
}
