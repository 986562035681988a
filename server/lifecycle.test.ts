import { once } from 'node:events'
import { expect, test } from 'vitest'
import { startChild } from '../test/support/platform/test-child.ts'

const module = JSON.stringify(new URL('./lifecycle.ts', import.meta.url).href)

test.each([
  ['is thrown', "setTimeout(() => { throw new Error('a bug in a test') })"],
  ['a promise is rejected with', "Promise.reject(new Error('a bug in a test'))"],
])(
  'F4: an error that %s and is not caught ends the process in order: the last part first, with exit code 1',
  async (_, fails) => {
    const child = startChild(
      `import { runProcess } from ${module}
runProcess(async (lifecycle) => {
  for (const part of ['first', 'second']) lifecycle.onEnd(() => console.log(part + ' part stopped'))
  setInterval(() => {}, 1000)
  ${fails}
})`,
      [],
    )
    const gone = once(child.process, 'exit')
    expect([await child.line(), await child.line()]).toEqual(['second part stopped', 'first part stopped'])
    expect(await gone).toEqual([1, null])
  },
)

test.each([
  ['an uncaught error', "throw new Error('it broke')", /^The process ends on an unexpected error: Error: it broke/],
  ['a part that is lost', "lifecycle.fail(new Error('it broke'))", /^it broke\.$/],
])(
  'F4: %s while the process waits for balancers is reported, and ends the wait, with exit code 1',
  async (_, fails, told) => {
    const child = startChild(
      `import { runProcess } from ${module}
runProcess(async (lifecycle) => {
  process.stderr.write = (text) => process.stdout.write(text.split('\\n')[0] + '\\n')
  lifecycle.drainFor(600_000)
  lifecycle.onEnd(() => console.log('part stopped'))
  lifecycle.ending.addEventListener('abort', () => setTimeout(() => { ${fails} }))
  console.log('part started')
})
setInterval(() => {}, 1000)`,
      [],
    )
    const gone = once(child.process, 'exit')
    expect(await child.line()).toBe('part started')
    child.process.kill('SIGTERM')
    expect(await child.line()).toMatch(told)
    expect(await child.line()).toBe('part stopped')
    expect(await gone).toEqual([1, null])
  },
)

test('what fails at a start because it is being ended is not reported, and the exit code is 0', async () => {
  const child = startChild(
    `import { runProcess } from ${module}
runProcess(async (lifecycle) => {
  process.stderr.write = (text) => process.stdout.write(text)
  lifecycle.onEnd(() => console.log('part stopped'))
  console.log('part started')
  await new Promise((_, fail) => lifecycle.ending.addEventListener('abort', () => fail(new Error('cut off'))))
})
setInterval(() => {}, 1000)`,
    [],
  )
  const gone = once(child.process, 'exit')
  expect(await child.line()).toBe('part started')
  child.process.kill('SIGTERM')
  expect(await child.line()).toBe('part stopped')
  expect(await gone).toEqual([0, null])
})
