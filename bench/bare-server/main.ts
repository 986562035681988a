/**
 * Fastify with nothing but a route, to compare with: `/hello` answers a word, `/fixed` a JSON text of as many bytes as the first
 * argument says. Prints the port it listens on.
 */
import Fastify from 'fastify'

const bytes = Number(process.argv[2])
const fixed = Buffer.from(JSON.stringify({ text: 'x'.repeat(Math.max(0, bytes - '{"text":""}'.length)) }))

const app = Fastify()
app.get('/hello', async () => ({ hello: 'world' }))
app.get('/fixed', async (_request, reply) => reply.type('application/json; charset=utf-8').send(fixed))
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`listening on ${address}\n`)
