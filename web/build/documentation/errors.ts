/** The page that lists every error of the API, from the contract. */
import { errors } from '#contract/errors'
import { keysOf } from '#contract/verification-words'
import { dedented } from './dedented.ts'
import { errorDocs } from './documentation.ts'

export function errorsGuide(): string {
  const example = errorDocs('invalid_input')
  return dedented(`
    # Errors

    Every error has the same body: a message for people and a code for programs.

    \`\`\`
    {
      "error": ${JSON.stringify(example.sentence)},
      "code": "${example.code}"
    }
    \`\`\`

    - Branch on \`code\`. Codes don’t change; messages may.
    - 4xx errors are yours to fix; 5xx errors are ours.
    - 429 and 503 responses have a \`Retry-After\` header, in seconds. Wait that long, then retry.
    - Every response has an \`X-Request-Id\` header. Include it when you contact support.

    ## All errors

    | Status | Code | Example message |
    |---|---|---|
    ${errorRows()}
    `)
}

function errorRows(): string {
  return keysOf(errors)
    .map(errorDocs)
    .sort((a, b) => a.status - b.status)
    .map(({ status, code, sentence }) => `| ${status} | \`${code}\` | ${sentence.replaceAll('|', '\\|')} |`)
    .join('\n')
}
