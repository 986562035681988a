/** Calls with a large body: as `call`, with the progress, which fetch does not report. */
import { CallError, type CallName, type Input, type Output, outcomeOf } from './call.ts'

/** Longer than the server waits for the body. */
const timeoutMs = 150_000

interface UploadOptions {
  apiKey: string
  /** The same for each attempt, so that a lost answer does not submit twice. */
  idempotencyKey: string
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Resolves to the endpoint's output, or throws a CallError; an aborted call throws the signal's reason. */
export function upload<N extends CallName>(name: N, { body }: Input<N>, options: UploadOptions): Promise<Output<N>> {
  const { apiKey, idempotencyKey, onProgress, signal } = options
  const [method = 'POST', path = '/'] = name.split(' ')
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const failWithoutAnswer = () => reject(new CallError(0, 'no_answer', undefined))
    request.open(method, path)
    request.timeout = timeoutMs
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', 'application/json')
    request.setRequestHeader('api-key', apiKey)
    request.setRequestHeader('idempotency-key', idempotencyKey)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('error', failWithoutAnswer)
    request.addEventListener('timeout', failWithoutAnswer)
    request.addEventListener('abort', () => reject(signal.reason))
    request.addEventListener('load', () => {
      try {
        resolve(outcomeOf<N>(request.status, request.responseText))
      } catch (error) {
        reject(error)
      }
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(JSON.stringify(body))
  })
}
