/** The networks from which a key may be used, as CIDR. */
import ipaddr from 'ipaddr.js'

export type Network = ReturnType<typeof ipaddr.parseCIDR>

/** The bits of an IPv6 address before an IPv4 address that is mapped into it. */
const mappedBits = 96

/** Of a text that the contract takes: an address alone is a network of one. */
export function networkIn(text: string): Network {
  const [address, bits] = ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`)
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= mappedBits)
    return [address.toIPv4Address(), bits - mappedBits]
  return [address, bits]
}

/** In one form, without bits behind its length: 203.0.113.0/24 of 203.0.113.7/24. */
export function networkText(text: string): string {
  const [address, bits] = networkIn(text)
  const kind = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6
  return `${kind.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}

export function isWithin(networks: readonly Network[], ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return networks.some(([start, bits]) => start.kind() === address.kind() && address.match(start, bits))
}
