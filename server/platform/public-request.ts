/**
 * Requests to addresses users gave us: https, public addresses, limits on time and bytes, no redirects. The checked
 * address is the one connected to, so DNS cannot change it in between. What fails says why in words for these users,
 * without the last period, and with Node's code in parentheses.
 */
import { type LookupAddress, type LookupAllOptions, lookup as lookUpName } from 'node:dns'
import { type RequestOptions, request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { reasonOf } from './error-code.ts'

export interface PublicRequest {
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  timeoutMs: number
  bytesMax: number
}

export interface PublicAnswer {
  status: number
  contentType: string
  body: Buffer
}

export interface PublicRequestTrust {
  isAllowed?: (address: string) => boolean
  ca?: string
  lookUp?: LookUp
}

type LookUp = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** IANA's special-purpose address registries, IPv4 and IPv6. */
const specialAddresses = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 3, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['4000::', 2, 'ipv6'],
  ['8000::', 1, 'ipv6'],
] as const

export function isPublicAddress(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return isIP(address) !== 0 && !special(family).check(address, family)
}

/** By what the URL says, without DNS. */
export function namesPrivateAddress({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? /(^|\.)localhost\.?$/.test(host) : !isPublicAddress(host)
}

export function requestPublic(
  url: URL,
  { method, headers = {}, body, timeoutMs, bytesMax }: PublicRequest,
  { isAllowed = isPublicAddress, ca, lookUp = lookUpName }: PublicRequestTrust = {},
): Promise<PublicAnswer> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol !== 'https:') return Promise.reject(new Error(`expected an https address; got ${url.protocol}`))
  if (isIP(host) !== 0 && !isAllowed(host)) return Promise.reject(privateError(host))
  const signal = AbortSignal.timeout(timeoutMs)
  const options: RequestOptions = {
    method,
    headers,
    lookup: guardedLookup(isAllowed, lookUp),
    signal,
    agent: false,
    ...(ca !== undefined && { ca }),
  }
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      const late = `the server at ${url.host} took longer than ${timeoutMs / 1000} s to answer`
      reject(new Error(signal.aborted ? late : failureOf(error, url)))
    }
    const asked = request(url, options, (answer) => {
      const chunks: Buffer[] = []
      let bytes = 0
      answer.on('error', fail)
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes <= bytesMax) return
        fail(new Error(`the answer of the server at ${url.host} has more than ${bytesMax} bytes`))
        asked.destroy()
      })
      answer.on('end', () => {
        const contentType = answer.headers['content-type'] ?? ''
        resolve({ status: answer.statusCode ?? 0, contentType, body: Buffer.concat(chunks) })
      })
    })
    asked.on('error', fail)
    asked.end(body)
  })
}

/** Every address of a name must be allowed: any may be connected to. */
function guardedLookup(isAllowed: (address: string) => boolean, lookUp: LookUp): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0)
      const forbidden = addresses.find(({ address }) => !isAllowed(address))
      const [first] = addresses
      if (forbidden !== undefined || first === undefined) return callback(privateError(hostname), '', 0)
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }
}

function privateError(host: string): Error {
  return new Error(`the host ${host} is not on the public internet`)
}

function failureOf(error: unknown, { host, hostname }: URL): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  // What has none is ours.
  if (code === undefined) return reasonOf(error)
  if (code === 'ENOTFOUND') return `the host name ${hostname} was not found (${code})`
  if (code === 'EAI_AGAIN') return `the host name ${hostname} could not be looked up (${code})`
  if (code === 'ECONNREFUSED') return `the server at ${host} refused the connection (${code})`
  if (code === 'ECONNRESET') return `the server at ${host} closed the connection before it answered (${code})`
  // Its text would have all names of the certificate.
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the TLS certificate of ${host} is for another host name (${code})`
  if (/CERT|^UNABLE_TO_|^INVALID_/.test(code)) {
    return `the TLS certificate of ${host} is not valid: ${reasonOf(error)} (${code})`
  }
  if (/^ERR_SSL_|^EPROTO$/.test(code)) return `the server at ${host} made no TLS connection (${code})`
  if (code.startsWith('HPE_')) return `the answer of the server at ${host} is not HTTP (${code})`
  return `the server at ${host} could not be reached (${code})`
}

/** A shared list would take an IPv4 address for a mapped IPv6 one. */
function special(family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [address, prefix, of] of specialAddresses) if (of === family) list.addSubnet(address, prefix, of)
  return list
}
