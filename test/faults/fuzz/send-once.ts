/** One request over a connection of its own, so that nothing but what was sent can break it. */
import { request } from 'node:http'

export interface Sent {
  method: string
  headers: Record<string, string>
  body: string | undefined
  /** Milliseconds after which no answer is awaited. */
  waitMs: number
}

/** Sends it; throws when no whole answer comes in time. */
export function sendOnce(
  url: string,
  { method, headers, body, waitMs }: Sent,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false, method, headers, signal: AbortSignal.timeout(waitMs) }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
