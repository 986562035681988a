import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AnsweringEnd, AskingEnd, newRing } from './ring.ts'

/** Both ends of a ring, and what comes back as text. */
function ends(from = 0) {
  const ring = newRing(from)
  const asking = new AskingEnd(ring)
  const take = () => asking.take()?.toString()
  return { asking, answering: new AnsweringEnd(ring), take }
}

describe('a ring of questions', () => {
  test('hands over every question and its answer in order, also when its counts overflow', () => {
    const step = fc.oneof(
      fc.record({ ask: fc.string({ unit: 'grapheme', maxLength: 60 }), version: fc.nat(9) }),
      fc.constant('answer' as const),
      fc.constant('take' as const),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), fc.constantFrom(0, 2 ** 31 - 20, -20), (steps, from) => {
        const { asking, answering, take } = ends(from)
        const [asked, answered]: string[][] = [[], []]
        for (const one of steps) {
          if (one === 'answer') {
            const next = answering.next()
            expect(next && `${next.version} ${next.question}`).toBe(asked[0])
            if (next === undefined) continue
            asked.shift()
            // Answers begin wherever the one before ended, as those of a search do.
            answering.answer(Buffer.from(next.question))
            answered.push(next.question)
          } else if (one === 'take') {
            expect(asking.hasAnswer()).toBe(answered.length > 0)
            const expected = answered.shift()
            if (expected !== undefined) expect(take()).toBe(expected)
          } else if (asking.ask(one.version, one.ask)) {
            asked.push(`${one.version} ${one.ask}`)
          }
          expect(asking.inFlight).toBe(asked.length + answered.length)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('takes no more questions than it has slots, and takes more once answers were taken', () => {
    const { asking, answering, take } = ends()
    let count = 0
    while (asking.ask(0, String(count))) count++
    expect(count).toBe(64)
    answering.answer(Buffer.from('[]'))
    expect(asking.ask(0, 'too many yet')).toBe(false)
    expect(take()).toBe('[]')
    expect(asking.ask(0, 'one more')).toBe(true)
  })

  test.for([0, 2 ** 31 - 20, -20])(
    'keeps a full ring of questions and answers apart, also from count %s on',
    (from) => {
      const { asking, answering, take } = ends(from)
      const asked: string[] = []
      while (asking.ask(asked.length, `question ${asked.length}`)) asked.push(`question ${asked.length}`)
      for (const [version, question] of asked.entries()) {
        expect(answering.next()).toEqual({ version, question })
        answering.answer(Buffer.from(question))
      }
      for (const question of asked) expect(take()).toBe(question)
    },
  )

  test('asks no question that is too long, and has no answer for one that is missing or too long', () => {
    const { asking, answering, take } = ends()
    expect(asking.ask(0, 'x'.repeat(10_000))).toBe(false)
    expect(asking.inFlight).toBe(0)
    for (const json of [Buffer.alloc(64 * 1024, 'y'), Buffer.alloc(64 * 1024 + 1), undefined]) {
      expect(asking.ask(0, 'a question')).toBe(true)
      answering.answer(json)
    }
    expect(take()).toBe('y'.repeat(64 * 1024))
    expect([asking.hasAnswer(), take(), asking.hasAnswer(), take()]).toEqual([true, undefined, true, undefined])
  })

  test('wakes an end that sleeps once, and lets no end sleep that has work', () => {
    const { asking, answering, take } = ends()
    expect(asking.sleep()).toBe(true)
    asking.ask(0, 'a question')
    expect([asking.mustWake(), asking.mustWake()]).toEqual([true, false])
    expect(answering.sleep()).toBe(false)
    expect(asking.mustWake()).toBe(false)
    answering.answer(Buffer.from('[]'))
    expect([answering.mustWake(), answering.mustWake()]).toEqual([true, false])
    expect(asking.sleep()).toBe(false)
    take()
    expect([asking.sleep(), answering.sleep()]).toEqual([true, true])
    asking.ask(0, 'another')
    expect(asking.mustWake()).toBe(true)
  })
})
