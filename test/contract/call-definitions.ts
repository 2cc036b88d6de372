import type { AnyCall } from '#schemas/wire/define-call.ts'

const isCall = (entry: unknown): entry is AnyCall =>
  typeof entry === 'object' && entry !== null && 'path' in entry && 'isAuthenticated' in entry

const modules = import.meta.glob<object>('../../schemas/wire/calls/*.ts', { eager: true })

/** Every call of the contract. */
export const callDefinitions: readonly AnyCall[] = Object.values(modules).flatMap((area) =>
  Object.values(area).filter(isCall),
)
