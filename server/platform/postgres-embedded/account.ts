/**
 * Which account runs the database. PostgreSQL refuses to run as root, so when this process is root the server runs as the
 * account that owns the cluster or, where there is none yet, as nobody. Any other account runs the database itself.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'

/** The ids to start children with; undefined stands for the account of this process. */
export type Account = { uid: number; gid: number } | undefined

/** The ids the kernel itself uses for nobody, for systems whose list of accounts does not name it. */
const nobodyOfKernel = { uid: 65_534, gid: 65_534 }

/** The account for the cluster folder at `cluster`, which need not exist yet. */
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
