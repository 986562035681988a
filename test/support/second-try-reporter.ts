/**
 * Names the tests that passed only when they were tried again, when a run of Vitest ends: each is a test or a product
 * to mend.
 */
import type { Reporter, TestModule } from 'vitest/node'

export class SecondTryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (test.diagnostic()?.flaky !== true) continue
        const [reason = 'no reason was given'] = (test.result().errors ?? []).map(({ message }) => message)
        process.stdout.write(
          `\nPassed at the second try: ${module.relativeModuleId} > ${test.fullName}\n  first: ${reason}\n`,
        )
      }
    }
  }
}
