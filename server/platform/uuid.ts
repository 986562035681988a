import { randomBytes } from 'node:crypto'

/** UUID version 7 (RFC 9562), sorted by time, which keeps new rows together in an index. */
export function uuidv7(nowMs = Date.now()): string {
  const bytes = randomBytes(16)
  const wholeMs = Math.floor(nowMs)
  bytes.writeUIntBE(wholeMs, 0, 6)
  // A fraction of a millisecond takes the next 12 bits (section 6.2, method 3).
  if (nowMs !== wholeMs) bytes.writeUInt16BE(Math.floor(4096 * (nowMs - wholeMs)), 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
