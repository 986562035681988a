import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RedisClient } from './redis-client.ts'

let dir: string
let server: ReturnType<typeof createServer>
let client: RedisClient
let peer: Socket

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'praxidex-redis-'))
  server = createServer()
  const path = join(dir, 'socket')
  server.listen(path)
  await once(server, 'listening')
  const connected = once(server, 'connection')
  client = await RedisClient.open(path)
  peer = (await connected)[0]
})
afterEach(async () => {
  client.close()
  peer.destroy()
  server.close()
  await once(server, 'close')
  rmSync(dir, { recursive: true })
})

test('a command goes out as a list of its words, counted in bytes', async () => {
  const sent = once(peer, 'data')
  const reply = client.send('SET', 'é', 1)
  expect(String((await sent)[0])).toBe('*3\r\n$3\r\nSET\r\n$2\r\né\r\n$1\r\n1\r\n')
  peer.write('+OK\r\n')
  expect(await reply).toBe('OK')
})

test('replies of every kind are read, also when each byte comes by itself', async () => {
  const replies = [client.send('A'), client.send('B'), client.send('C')]
  for (const byte of '*3\r\n$3\r\nabc\r\n:12\r\n*0\r\n$-1\r\n+OK\r\n') peer.write(byte)
  expect(await Promise.all(replies)).toEqual([['abc', 12, []], null, 'OK'])
})

test('an error reply fails its command and no other', async () => {
  const [failed, fine] = [client.send('A'), client.send('B')]
  peer.write('-ERR no such thing\r\n:1\r\n')
  await expect(failed).rejects.toThrow('Redis: ERR no such thing')
  expect(await fine).toBe(1)
})

test('a lost connection fails what was asked', async () => {
  const reply = client.send('A')
  peer.destroy()
  await expect(reply).rejects.toThrow('The connection to Redis was lost')
})
