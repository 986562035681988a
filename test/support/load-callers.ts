/**
 * Callers that ask without a pause over connections that they keep, for tests under load: what an answer is not is
 * told as a fault.
 */
import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  version: string | undefined
  body: string
}

export interface Callers {
  /** How many answers came. */
  answered(): number
  /** Answers that were none of the expected ones, connections that broke. */
  readonly faults: string[]
  /** The versions of the registry that answers came from. */
  readonly versions: Set<string>
  /** Finishes what is under way. */
  stop(): Promise<void>
}

/** Asks once; throws when the connection breaks. `pieces` of the body are sent one after the other, with pauses. */
export function ask(
  url: string,
  {
    agent,
    headers,
    pieces,
    pauseMs = 0,
  }: { agent: Agent; headers: Record<string, string>; pieces?: string[]; pauseMs?: number },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = pieces === undefined ? 'GET' : 'POST'
    const asked = request(url, { agent, headers, method }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => {
        const version = answer.headers['x-registry-version']
        resolve({ status: answer.statusCode ?? 0, version: String(version), body: Buffer.concat(chunks).toString() })
      })
      answer.on('error', reject)
    })
    asked.on('error', reject)
    const sendFrom = (index: number) => {
      if (pieces === undefined || index >= pieces.length) {
        asked.end()
        return
      }
      asked.write(pieces[index])
      setTimeout(sendFrom, pauseMs, index + 1)
    }
    sendFrom(0)
  })
}

/** Starts this many callers; `make` asks once, and a status it answers that is not 200 is a fault. */
export function startCallers(count: number, make: (agent: Agent, turn: number) => Promise<Answer>): Callers {
  const agent = new Agent({ keepAlive: true })
  const faults: string[] = []
  const versions = new Set<string>()
  let [answered, isCalling] = [0, true]
  const call = async () => {
    for (let turn = 0; isCalling; turn++) {
      try {
        const { status, version, body } = await make(agent, turn)
        answered++
        if (status !== 200) faults.push(`${status} ${body}`)
        else if (version !== undefined && version !== 'undefined') versions.add(version)
      } catch (error) {
        faults.push(String(error))
      }
    }
  }
  const calling = Array.from({ length: count }, call)
  return {
    answered: () => answered,
    faults,
    versions,
    async stop() {
      isCalling = false
      await Promise.all(calling)
      agent.destroy()
    },
  }
}
