/** A mail server for tests: a real one on loopback, that keeps what it is sent and does what it is told. */
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface TestInbox {
  /** Its address, with the user's name and password. */
  readonly url: string
  /** What it has taken, in order. */
  readonly received: { to: string; email: Email }[]
  /** Connections that were left without an answer (`silent`), in order. */
  readonly hanging: readonly HangingConnection[]
  /** What it does with the next messages. */
  behave(behavior: Behavior): void
  close(): Promise<void>
}

interface HangingConnection {
  readonly isOpen: boolean
  /** Answers after all that it cannot now. */
  answer(): void
}

/**
 * Takes messages; answers that it cannot now; refuses the recipient or the message for good; or says nothing at all.
 */
type Behavior = 'take' | 'busy' | 'refuse recipient' | 'refuse message' | 'silent'

/** How it speaks TLS, and with what. */
interface InboxTls {
  /** Offered after a greeting in the clear, or from the first byte on. */
  from: 'offer' | 'beginning'
  key: string
  cert: string
}

/** Starts one on a port of the system's choice, or on `port`; it speaks no TLS unless told how. */
export async function startTestInbox(port = 0, tls?: InboxTls): Promise<TestInbox> {
  const received: TestInbox['received'] = []
  const hanging: HangingConnection[] = []
  const closed = new Set<string>()
  let behavior: Behavior = 'take'
  const server = new SMTPServer({
    ...(tls === undefined ? { disabledCommands: ['STARTTLS'] } : { key: tls.key, cert: tls.cert }),
    secure: tls?.from === 'beginning',
    onAuth({ username, password }, _session, done) {
      const isRight = username === 'user' && password === 'p@ss/word'
      done(isRight ? null : smtpError(535, 'wrong password'), isRight ? { user: username } : undefined)
    },
    onClose: ({ id }) => void closed.add(id),
    onRcptTo({ address }, { id }, done) {
      const beBusy = () => done(smtpError(451, `come back later, ${address}`))
      if (behavior === 'silent') return void hanging.push(hangingConnection(beBusy, () => !closed.has(id)))
      if (behavior === 'busy') return beBusy()
      done(behavior === 'refuse recipient' ? smtpError(550, `no such mailbox: ${address}`) : null)
    },
    onData(stream, { envelope }, done) {
      void buffer(stream).then(async (bytes) => {
        if (behavior === 'refuse message') return done(smtpError(554, 'not this'))
        const email = await PostalMime.parse(bytes, { attachmentEncoding: 'utf8' })
        received.push(...envelope.rcptTo.map(({ address }) => ({ to: address, email })))
        done(null)
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const usedPort = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `${tls?.from === 'beginning' ? 'smtps' : 'smtp'}://user:${encodeURIComponent('p@ss/word')}@127.0.0.1:${usedPort}`,
    received,
    hanging,
    behave(next) {
      behavior = next
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function hangingConnection(answer: () => void, isOpen: () => boolean): HangingConnection {
  return {
    answer,
    get isOpen() {
      return isOpen()
    },
  }
}

function smtpError(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}
