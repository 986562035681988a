import { classes } from './classes.ts'
import { type TokenKind, tokensOf } from './code-tokens.ts'

interface CodeBlockProps {
  code: string
  /** What the code is, for those who come upon it without seeing what is around it. */
  label: string
  /** Shown line by line when the page opens; it is there for everyone from the beginning. */
  isRevealed?: boolean
}

const colours: Record<TokenKind, string> = {
  plain: '',
  comment: 'text-code-comment',
  string: 'text-code-string',
  number: 'text-code-number',
  keyword: 'text-code-keyword',
  property: 'text-code-property',
}

/** Code to read and copy; it scrolls sideways within itself, also by the arrow keys. */
export function CodeBlock({ code, label, isRevealed = false }: CodeBlockProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
      tabIndex={0}
      className="overflow-x-auto bg-code p-4 font-mono text-sm text-code-text -outline-offset-2!"
    >
      <pre className={classes('w-max min-w-full leading-5', isRevealed && 'animate-reveal')}>
        <code>
          {tokensOf(code).map(({ kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one code never change places.
            <span key={index} className={colours[kind]}>
              {text}
            </span>
          ))}
        </code>
      </pre>
    </section>
  )
}
