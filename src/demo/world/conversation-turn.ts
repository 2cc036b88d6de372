import type { PersonKey } from './persona-keys.ts'

/** One message before it has a time. */
export interface Turn {
  readonly speaker: PersonKey
  readonly text: string
  /** A text unless said otherwise; the others have what they need in `text`, or need none. */
  readonly type?: 'pic' | 'audio' | 'emo' | 'notice' | 'GroupJoin'
  /** How many turns back stands the one it quotes. */
  readonly quotesBack?: number
}
