import type { CircleKey, ErrandKey, GroupKey, PersonKey, TagKey } from './persona-keys.ts'

/** Who speaks: in a one-to-one thread of a circle with roles, `a` is the other and `b` the person signed in. */
export type Role = 'a' | 'b' | 'c' | 'd'

/**
 * One message of a thread: the speaker's role, a space, the text. Wordings that may stand for one another are parted
 * by `|`; `{slot}` is filled from the seedTexts's words, alike within a thread, `{slot2}` with another word than `{slot}`.
 */
export type Line = `${Role} ${string}`

/** A short exchange on one topic. */
export type Thread = readonly [Line, Line, Line, ...Line[]]

/** Words that fill slots. */
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
  /** What a team works on. */
  readonly task: readonly string[]
  readonly number: readonly string[]
}
export type Slot = keyof SlotWords

/** Small things around the threads. */
export interface MessageTemplates {
  /** What opens a talk after hours of silence. */
  readonly openers: readonly string[]
  /** What fits after almost anything. */
  readonly reactions: readonly string[]
  /** Several messages of one person in a row that wait for an answer; each can be cut after any line. */
  readonly monologues: readonly (readonly string[])[]
  /** Threads with one message long enough to be folded. */
  readonly long: readonly Thread[]
  /** Threads with web addresses. */
  readonly links: readonly Thread[]
  /** One thread with a line written from right to left. */
  readonly rightToLeft: Thread
  /** Threads in which somebody sends a picture: its line says `[picture]`. */
  readonly pictures: readonly Thread[]
  /** What somebody writes once vanish mode is on, to be read once. */
  readonly burning: readonly [string, string, string]
  /** Announcements of the channel. */
  readonly posts: readonly string[]
  /** What is typed and not sent yet. */
  readonly drafts: readonly string[]
  readonly signatures: readonly string[]
  /** What people who want to be friends write with their application. */
  readonly applications: readonly [string, string, string]
}

/** Talk with those one deals with. */
export type Errands = Readonly<Record<ErrandKey, readonly Thread[]>>

/** Everything that the world of one language says. */
export interface SeedTexts {
  readonly people: Readonly<Record<PersonKey, string>>
  /** Names the person signed in gave to friends. */
  readonly remarks: Readonly<Partial<Record<PersonKey, string>>>
  readonly groups: Readonly<Record<GroupKey, string>>
  readonly tags: Readonly<Record<TagKey, string>>
  readonly slots: SlotWords
  readonly threads: Readonly<Record<CircleKey, readonly Thread[]>>
  readonly messageTemplates: MessageTemplates
}
