/** PostgreSQL refuses to run as root: then it runs as the cluster's owner, or as nobody for a new cluster. */
import { existsSync, readFileSync, statSync } from 'node:fs'

/** Undefined stands for this process's own account. */
export type Account = { uid: number; gid: number } | undefined

const nobodyOfKernel = { uid: 65_534, gid: 65_534 }

export function accountFor(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner !== undefined && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody()
}

function nobody(): Account {
  const accounts = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(accounts)
  return line === null ? nobodyOfKernel : { uid: Number(line[1]), gid: Number(line[2]) }
}
