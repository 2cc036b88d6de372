import { lazy, type ReactNode, Suspense } from 'react'
import type { ActivePerson } from '#domain/conversation/typing.ts'

interface WhoTypesProps {
  /** Undefined if there are none. */
  readonly people: readonly ActivePerson[] | undefined
  readonly isGroup: boolean
  /** The line that it replaces. */
  readonly children: ReactNode
}

/** Without the code of the line, the line that it would replace stays. */
const TypingLine = lazy(async () => {
  const found = await import('./typing-line.tsx').catch(() => undefined)
  return { default: found?.TypingLine ?? (({ children }: Pick<WhoTypesProps, 'children'>) => children) }
})

/** Replaces a line by the people who type or record, as long as they do. The code for that loads with the first one. */
export const WhoTypes = ({ people, isGroup, children }: WhoTypesProps) =>
  people === undefined ? (
    children
  ) : (
    <Suspense fallback={children}>
      <TypingLine people={people} isGroup={isGroup}>
        {children}
      </TypingLine>
    </Suspense>
  )
