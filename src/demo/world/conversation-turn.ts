import type { PersonKey } from './persona-keys.ts'

/** A message without a time. */
export interface Turn {
  readonly speaker: PersonKey
  readonly text: string
  /** By default a text. Other types have their content in `text`, or none. */
  readonly type?: 'pic' | 'audio' | 'emo' | 'notice' | 'GroupJoin'
  /** How many turns before this one the quoted turn is. */
  readonly quotesBack?: number
}
