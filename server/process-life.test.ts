import { once } from 'node:events'
import { expect, test } from 'vitest'
import { startChild } from './parts/test-child.ts'

const module = JSON.stringify(new URL('./process-life.ts', import.meta.url).href)

test.each([
  ['is thrown', "setTimeout(() => { throw new Error('a bug in a test') })"],
  ['a promise is rejected with', "Promise.reject(new Error('a bug in a test'))"],
])(
  'F4: an error that %s and nobody caught ends the process in order: the last part first, with exit code 1',
  async (_, fails) => {
    const child = startChild(
      `import { liveProcess } from ${module}
liveProcess(async (life) => {
  for (const part of ['first', 'second']) life.onEnd(() => console.log(part + ' part stopped'))
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
