/** An answer of one or several messages in a row. */
export type Answer = readonly [string, ...string[]]

/** A topic, recognised by words in what was said. */
export interface Topic {
  /** In lower case; one of them in the text is enough. */
  readonly words: readonly [string, ...string[]]
  readonly answers: readonly [Answer, ...Answer[]]
}

/** Everything that bots say in one language. */
export interface BotTalk {
  /** The echo's behaviours to give back `{text}`. */
  readonly echoes: readonly [string, ...string[]]
  /** What the echo says to something without text. */
  readonly echoOfSilence: string
  readonly topics: readonly [Topic, ...Topic[]]
  /** To a question of no known topic. */
  readonly toQuestions: readonly [Answer, ...Answer[]]
  /** To anything else. */
  readonly toAnything: readonly [Answer, ...Answer[]]
  /** How the slow one begins an answer. */
  readonly slowBeginnings: readonly [string, ...string[]]
  /** What the chatterbox comes up with by itself. */
  readonly chatter: readonly [Answer, ...Answer[]]
  /** What the chatterbox says before it comes to the point. */
  readonly bubbling: readonly [Answer, ...Answer[]]
  /** What goes with a picture. */
  readonly captions: readonly [string, ...string[]]
  /** What the newcomer writes with the application, and once it is accepted. */
  readonly application: string
  readonly greeting: Answer
}
