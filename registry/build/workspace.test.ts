import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from './test-files.ts'
import { openWorkspace } from './workspace.ts'

test('a registry folder that cannot be tidied is given free all the same', () => {
  const registryDir = testFolder()
  let released = 0
  const workspace = openWorkspace(registryDir, () => ({ release: () => released++ }))
  rmSync(join(registryDir, 'versions'), { recursive: true })
  expect(() => workspace.close()).toThrow('ENOENT')
  expect(released).toBe(1)
  workspace.close()
  expect(released).toBe(1)
})
