/** What is wrong with the headers of a try: a browser refuses some characters in them without a word. */
import { headersOf, type TryForm } from './try-form.ts'

/** The name of the field of the key. */
export const keyName = 'api-key'

/** What no header can hold, such as the dots of a key that is shown masked. */
const unsendable = /[^\u0020-\u00ff]/

const maskedWords = 'The key has characters that no key has; copy it with its button.'

/** What keeps a form from being sent, by the name of its field. */
export function headerProblems(form: TryForm, apiKey: string): Record<string, string> {
  const problems = headersOf(form)
    .filter(([, value]) => unsendable.test(value))
    .map(([name]): [string, string] => [name, `${name} has characters that no header can hold`])
  if (unsendable.test(apiKey)) problems.push([keyName, maskedWords])
  return Object.fromEntries(problems)
}
