import { PasswordField } from '../../../ui/fields.tsx'
import { useApiKey } from './api-key.ts'
import { keyName } from './header-problems.ts'

/** The key for tries: the user's own where there is one, and labelled so. */
export function KeyField({ error }: { error: string | undefined }) {
  const { apiKey, isOwn, type } = useApiKey()
  return (
    <PasswordField
      label="API key"
      name={keyName}
      value={apiKey}
      onChange={(event) => type(event.target.value)}
      autoComplete="off"
      error={error}
      hint={
        isOwn
          ? 'This is the key of your account: what you try counts against your plan.'
          : 'It stays in the memory of this tab, and is gone when you reload or close it.'
      }
    />
  )
}
