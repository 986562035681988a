/** The registry folder for whoever can wait for it. */
import { lockPath, openWorkspace, type TakeLock, type Workspace } from '../build/workspace.ts'

/** Takes the registry folder, or answers undefined while a living process has it. */
export function tryWorkspace(
  registryDir: string,
  lock: { take: TakeLock; holder(path: string): number | undefined },
): Workspace | undefined {
  if (lock.holder(lockPath(registryDir)) !== undefined) return undefined
  return openWorkspace(registryDir, lock.take)
}
