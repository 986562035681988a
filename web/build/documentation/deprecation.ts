/** The page on how endpoints change and end. */
import { deprecationDaysMin } from '#contract/limits'
import { dedented } from './dedented.ts'

export function deprecation(): string {
  return dedented(`
    # Changes and deprecation

    The API has one version. We add to it, and what's there keeps working.

    ## What can change without notice

    - New endpoints, optional parameters, response fields and headers.
    - New error codes, and the wording of messages. Programs should read \`code\` and the status.
    - The order of fields, and new values of fields that aren't closed lists.

    Ignore fields you don't know.

    ## How an endpoint or a parameter ends

    We announce it in the [changelog](/changelog) at least ${deprecationDaysMin} days ahead. From that day, every response of a deprecated endpoint has three headers:

    | Header | What it says |
    |---|---|
    | \`Deprecation\` | When it was deprecated, as \`@\` and seconds since 1970 ([RFC 9745](https://www.rfc-editor.org/rfc/rfc9745)). |
    | \`Sunset\` | When it stops working ([RFC 8594](https://www.rfc-editor.org/rfc/rfc8594)). |
    | \`Link\` | This page, with \`rel="deprecation"\`. |

    OpenAPI marks it \`deprecated\`, and its description says what to call instead. After the sunset it returns 404 \`no_such_route\`.

    A security flaw can end something sooner. If so, the changelog says it.
  `)
}
