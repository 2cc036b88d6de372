import type { CircleKey, ErrandKey, GroupKey, PersonKey, TagKey } from './persona-keys.ts'

/** The speaker: in a one-to-one thread with roles, `a` is the peer and `b` the signed-in person. */
export type Role = 'a' | 'b' | 'c' | 'd'

/**
 * One message of a thread: the speaker's role, a space, the text. `|` separates alternative wordings. `{slot}` is
 * filled with one of its words, the same within a thread; `{slot2}` with another word.
 */
export type Line = `${Role} ${string}`

/** A short exchange on one topic. */
export type Thread = readonly [Line, Line, Line, ...Line[]]

/** Words for slots. */
export interface SlotWords {
  readonly name: readonly string[]
  readonly food: readonly string[]
  readonly drink: readonly string[]
  readonly place: readonly string[]
  readonly city: readonly string[]
  readonly show: readonly string[]
  readonly time: readonly string[]
  readonly day: readonly string[]
  readonly thing: readonly string[]
  /** Projects of a team. */
  readonly task: readonly string[]
  readonly number: readonly string[]
}
export type Slot = keyof SlotWords

/** Texts in addition to the threads. */
export interface MessageTemplates {
  /** Openings after hours of silence. */
  readonly openers: readonly string[]
  /** Reactions that fit almost anything. */
  readonly reactions: readonly string[]
  /** Several messages of one person in a row that wait for an answer. Each can be cut after any line. */
  readonly monologues: readonly (readonly string[])[]
  /** Threads with one message long enough to be collapsed. */
  readonly long: readonly Thread[]
  /** Threads with web addresses. */
  readonly links: readonly Thread[]
  /** A thread with a right-to-left line. */
  readonly rightToLeft: Thread
  /** Threads with a picture, in the line `[picture]`. */
  readonly pictures: readonly Thread[]
  /** A thread with pictures and a `[video]` of one person in a row, which are sent together. */
  readonly album: Thread
  /** Messages after disappearing messages were turned on. */
  readonly disappearing: readonly [string, string, string]
  /** Announcements of the channel. */
  readonly posts: readonly string[]
  /** Unsent texts. */
  readonly drafts: readonly string[]
  readonly signatures: readonly string[]
  /** Texts of friend applications. */
  readonly applications: readonly [string, string, string]
}

/** Threads with business contacts. */
export type Errands = Readonly<Record<ErrandKey, readonly Thread[]>>

/** All texts of a world in one language. */
export interface SeedTexts {
  readonly people: Readonly<Record<PersonKey, string>>
  /** Remarks of the signed-in person for friends. */
  readonly remarks: Readonly<Partial<Record<PersonKey, string>>>
  readonly groups: Readonly<Record<GroupKey, string>>
  readonly tags: Readonly<Record<TagKey, string>>
  readonly slots: SlotWords
  readonly threads: Readonly<Record<CircleKey, readonly Thread[]>>
  readonly messageTemplates: MessageTemplates
}
