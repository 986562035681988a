/** The same call in five languages, each complete: copied, it runs with the key in the environment. */
import { curlOf } from './curl.ts'
import { goOf } from './go.ts'
import { javascriptOf } from './javascript.ts'
import { phpOf } from './php.ts'
import { pythonOf } from './python.ts'
import type { SampleRequest } from './sample-request.ts'

interface Sample {
  name: string
  code: string
}

/** The samples of a call, in the order in which they are offered. */
export function samplesOf(request: SampleRequest): Sample[] {
  return [
    { name: 'cURL', code: curlOf(request) },
    { name: 'JavaScript', code: javascriptOf(request) },
    { name: 'Python', code: pythonOf(request) },
    { name: 'Go', code: goOf(request) },
    { name: 'PHP', code: phpOf(request) },
  ]
}
