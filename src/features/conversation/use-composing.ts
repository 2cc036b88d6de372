import { createContext, use, useEffect, useEffectEvent } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { UserId } from '#schemas/ids.ts'

/** A person to mention in the draft. */
export interface MentionedPerson {
  readonly userId: UserId
  readonly name: string
}

/** Requests of messages to the composer. */
export interface Composing {
  readonly onQuote: (message: TimelineMessage) => void
  readonly onMention: (person: MentionedPerson) => void
}

/** Connects messages with the composer while one is mounted. */
export interface ComposerChannel extends Composing {
  /** Whether a composer listens, so that quoting and mentioning can be offered. */
  readonly isOpen: () => boolean
  /** Edits the last own text. Returns whether there is one. */
  readonly editLast: () => boolean
  /** Sets the function that edits the last own text. Returns the function that removes it. */
  readonly offerEditing: (editLast: () => boolean) => () => void
  /** Subscribes a composer. Returns the function that unsubscribes it. */
  readonly listen: (composer: Composing) => () => void
}

export function createComposerChannel(): ComposerChannel {
  const composers = new Set<Composing>()
  const editors = new Set<() => boolean>()
  return {
    onQuote(message) {
      for (const composer of composers) composer.onQuote(message)
    },
    onMention(person) {
      for (const composer of composers) composer.onMention(person)
    },
    editLast: () => [...editors].some((editLast) => editLast()),
    offerEditing(editLast) {
      editors.add(editLast)
      return () => {
        editors.delete(editLast)
      }
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

/** The channel of the open conversation; outside of one nothing listens. */
export const ComposingContext = createContext<ComposerChannel>(createComposerChannel())

/** Returns the channel between the messages and the composer of the open conversation. */
export const useComposerChannel = (): ComposerChannel => use(ComposingContext)

/** Handles the requests of messages while the composer is mounted. */
export function useComposingRequests(composer: Composing): void {
  const channel = useComposerChannel()
  const quote = useEffectEvent(composer.onQuote)
  const mention = useEffectEvent(composer.onMention)
  useEffect(
    () =>
      channel.listen({
        onQuote: (message) => quote(message),
        onMention: (person) => mention(person),
      }),
    [channel],
  )
}
