import { createContext, use, useEffect, useEffectEvent } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { UserId } from '#schemas/ids.ts'

/** Somebody to be named in what is being written. */
export interface MentionedPerson {
  readonly userId: UserId
  readonly name: string
}

/** What messages ask of the composer below them. */
export interface Composing {
  readonly onQuote: (message: TimelineMessage) => void
  readonly onMention: (person: MentionedPerson) => void
}

/** The composer's end: it listens while it is there. */
export interface ComposerChannel extends Composing {
  /** Whether something listens, so that quoting and mentioning can be offered. */
  readonly isOpen: () => boolean
  /** Hears what is asked from now on; returns what ends it. */
  readonly listen: (composer: Composing) => () => void
}

export function createComposerChannel(): ComposerChannel {
  const composers = new Set<Composing>()
  return {
    onQuote(message) {
      for (const composer of composers) composer.onQuote(message)
    },
    onMention(person) {
      for (const composer of composers) composer.onMention(person)
    },
    isOpen: () => composers.size > 0,
    listen(composer) {
      composers.add(composer)
      return () => {
        composers.delete(composer)
      }
    },
  }
}

/** Each open conversation provides its own; outside of one nothing listens. */
export const ComposingContext = createContext<ComposerChannel>(createComposerChannel())

/** For messages: quote one, mention somebody. */
export const useComposing = (): ComposerChannel => use(ComposingContext)

/** For the composer: hears what messages ask for while it is shown. */
export function useComposingRequests(composer: Composing): void {
  const desk = useComposing()
  const quote = useEffectEvent(composer.onQuote)
  const mention = useEffectEvent(composer.onMention)
  useEffect(
    () =>
      desk.listen({
        onQuote: (message) => quote(message),
        onMention: (person) => mention(person),
      }),
    [desk],
  )
}
