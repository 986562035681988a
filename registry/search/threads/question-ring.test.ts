import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AnsweringEnd, AskingEnd, newRing } from './question-ring.ts'

/** Both ends of a ring, and what comes back as text. */
function ends(from = 0) {
  const ring = newRing(from)
  const asking = new AskingEnd(ring)
  const take = () => {
    const answer = asking.take()
    if (answer === undefined) return undefined
    const { total, texts, from, to } = answer
    return { total, json: texts.toString('utf8', from, to) }
  }
  return { asking, answering: new AnsweringEnd(ring), take }
}

describe('a ring of questions', () => {
  test('hands on every question and its answer, in their order, however they are mixed, also where its counts begin anew', () => {
    const step = fc.oneof(
      fc.record({ ask: fc.string({ unit: 'grapheme', maxLength: 60 }), who: fc.nat(9) }),
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
            expect(next && `${next.who} ${next.question}`).toBe(asked[0])
            if (next === undefined) continue
            asked.shift()
            // Answers begin wherever the one before ended, as those of a search do.
            answering.answer({ total: next.question.length, json: Buffer.from(next.question) })
            answered.push(next.question)
          } else if (one === 'take') {
            expect(asking.hasAnswer()).toBe(answered.length > 0)
            const expected = answered.shift()
            if (expected !== undefined) expect(take()).toEqual({ total: expected.length, json: expected })
          } else if (asking.ask(one.who, one.ask)) {
            asked.push(`${one.who} ${one.ask}`)
          }
          expect(asking.underWay).toBe(asked.length + answered.length)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('takes no more questions than it has places for, and takes them again when answers were taken', () => {
    const { asking, answering, take } = ends()
    let count = 0
    while (asking.ask(0, String(count))) count++
    expect(count).toBe(64)
    answering.answer({ total: 1, json: Buffer.from('[]') })
    expect(asking.ask(0, 'too many yet')).toBe(false)
    expect(take()).toEqual({ total: 1, json: '[]' })
    expect(asking.ask(0, 'one more')).toBe(true)
  })

  test.for([0, 2 ** 31 - 20, -20])(
    'keeps as many questions as may be under way apart, and their answers, also from count %s on',
    (from) => {
      const { asking, answering, take } = ends(from)
      const asked: string[] = []
      while (asking.ask(asked.length, `question ${asked.length}`)) asked.push(`question ${asked.length}`)
      for (const [who, question] of asked.entries()) {
        expect(answering.next()).toEqual({ who, question })
        answering.answer({ total: who, json: Buffer.from(question) })
      }
      for (const [total, json] of asked.entries()) expect(take()).toEqual({ total, json })
    },
  )

  test('asks no question that is too long, and tells whoever asked of an answer that is too long or is none', () => {
    const { asking, answering, take } = ends()
    expect(asking.ask(0, 'x'.repeat(10_000))).toBe(false)
    expect(asking.underWay).toBe(0)
    for (const json of [Buffer.alloc(64 * 1024, 'y'), Buffer.alloc(64 * 1024 + 1), undefined]) {
      expect(asking.ask(0, 'a question')).toBe(true)
      answering.answer(json && { total: 7, json })
    }
    expect(take()).toEqual({ total: 7, json: 'y'.repeat(64 * 1024) })
    expect([asking.hasAnswer(), take(), asking.hasAnswer(), take()]).toEqual([true, undefined, true, undefined])
  })

  test('wakes whoever sleeps, once, and lets nobody sleep who has something to do', () => {
    const { asking, answering, take } = ends()
    expect(asking.sleep()).toBe(true)
    asking.ask(0, 'a question')
    expect([asking.mustWake(), asking.mustWake()]).toEqual([true, false])
    expect(answering.sleep()).toBe(false)
    expect(asking.mustWake()).toBe(false)
    answering.answer({ total: 0, json: Buffer.from('[]') })
    expect([answering.mustWake(), answering.mustWake()]).toEqual([true, false])
    expect(asking.sleep()).toBe(false)
    take()
    expect([asking.sleep(), answering.sleep()]).toEqual([true, true])
    asking.ask(0, 'another')
    expect(asking.mustWake()).toBe(true)
  })
})
